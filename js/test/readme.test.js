// What README.md shows, run as it stands.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { root } from './vectors.js';

/** Returns the first block of a language in a document of the repository. */
function block(document, language) {
  const [, text] = readFileSync(`${root}/${document}`, 'utf8').match(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms'));
  return text;
}

/** Runs a module in the package's directory, and returns what it prints. */
function run(module) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', module], { cwd: `${root}/js` });
  assert.equal(status, 0, `${stderr}`);
  return `${stdout}`;
}

for (const document of ['js/README.md', 'README.md']) {
  test(`the program in ${document} prints what it says`, () => {
    const text = block(document, 'js');
    assert.equal(run(text), `${text.match(/\/\/ prints: (.*)$/m)[1]}\n`);
  });
}

test('the page shows the cards of a round, and what isn’t right', () => {
  const [, script] = block('js/README.md', 'html').match(/<script type="module">(.*)<\/script>/s);
  const page = (fragment) => run(`
    const [document, location] = [{ querySelector: () => document, textContent: '' }, { hash: ${JSON.stringify(fragment)} }];
    ${script.replace("import { Stream, verify } from './squaredeal/seedrng/index.js';", "const { Stream, verify } = await import('squaredeal/seedrng');")}
    console.log(document.textContent);`);
  const server = '18e93f4a7b5b58d2569765766d1b6c3296bbd8430d6f20249044d72f14720159';
  const hash = '92a94e8c23510695d92e123725ecd728e54bd251c0ec4b4c422bd16aa34567f9';
  assert.match(page(`#hash=${hash}&server=${server}&client=bb62964774&nonce=1`), /^The cards are \d+( \d+){4}\.\n$/);
  assert.equal(page(`#hash=${hash}&server=${server.replace('1', '2')}&client=a&nonce=1`), 'Not right: the server seed doesn’t have this hash.\n');
});
