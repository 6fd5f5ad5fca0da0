// The JSON of strangers: what JSON.parse lets through.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJSON } from '../internal/json.js';

test('values that JSON.parse reads exactly are read alike', () => {
  for (const text of [
    'null',
    ' [1, -2, "a\\u00e9\\n\\"", true, false, {}] ',
    '{"a":{"b":[]},"":0}',
    '1.5e3',
    '-0',
    '"😀\\ud83d\\ude00"',
    '\t{ "x" : 1 }\n',
  ]) {
    assert.equal(JSON.stringify(parseJSON(text)), JSON.stringify(JSON.parse(text)), text);
    assert.equal(JSON.stringify(parseJSON(new TextEncoder().encode(text))), JSON.stringify(JSON.parse(text)), text);
  }
});

test('integers keep their value', () => {
  const numbers = [9007199254740991, 9007199254740992n, -9007199254740993n, 18446744073709551615n];
  assert.deepEqual(parseJSON(`[${numbers}]`), numbers);
});

test('no member reaches a prototype', () => {
  const object = parseJSON('{"__proto__": {"polluted": 1}, "constructor": 2, "toString": 3}');
  assert.equal(Object.getPrototypeOf(object), null);
  assert.deepEqual(Object.keys(object), ['__proto__', 'constructor', 'toString']);
  assert.equal({}.polluted, undefined);
  assert.equal(object.polluted, undefined);
});

const refused = {
  nothing: '',
  'two values': '1 2',
  'a comma too many': '[1,]',
  'a comma in an object': '{"a":1,}',
  'a name without quotes': '{a:1}',
  'no comma': '[1 2]',
  'single quotes': "['a']",
  'a comment': '/* */1',
  'a leading zero': '01',
  'a sign': '+1',
  'a bare point': '1.',
  'no digit': '-',
  'not a number': 'NaN',
  'an infinite number': '1e999',
  hex: '0x10',
  'a long number': '1'.repeat(41),
  'a repeated name': '{"a":1,"\\u0061":2}',
  'a repeated __proto__': '{"__proto__":1,"__proto__":2}',
  'half a pair': '"\\ud83d"',
  'the other half': '"\\ude00\\ud83d"',
  'half a pair as it is': '"\ud83d"',
  'half a pair as a name': '{"\\ud83d":1}',
  'an unknown escape': '"\\x41"',
  'an escape of Object': '"\\valueOf"',
  'a short escape': '"\\u12"',
  'an open string': '"a',
  'a control character': '"a\nb"',
  'an open array': '[1',
  'an open object': '{"a":1',
  'a byte order mark': '\ufeff1',
  'no-break space': '\u00a01',
  'true and more': 'truely',
};
for (const [what, text] of Object.entries(refused)) {
  test(`refused: ${what}`, () => assert.throws(() => parseJSON(text), { name: 'Fault', kind: 'malformed' }));
}

test('bytes that aren’t UTF-8 are refused', () => {
  for (const bytes of [[0x22, 0xff, 0x22], [0x22, 0xed, 0xa0, 0x80, 0x22], [0xef, 0xbb, 0xbf, 0x31], [0x22, 0xc0, 0x80, 0x22]]) {
    assert.throws(() => parseJSON(Uint8Array.from(bytes)), { kind: 'malformed' });
  }
});

test('depth and length are bounded', () => {
  const nested = (n) => '['.repeat(n) + ']'.repeat(n);
  parseJSON(nested(32));
  for (const n of [33, 1_000_000]) assert.throws(() => parseJSON(nested(n)), { kind: 'malformed' });
  assert.throws(() => parseJSON('{"a":'.repeat(1_000_000)), { kind: 'malformed' });
  parseJSON('"abc"', { maxLength: 5 });
  assert.throws(() => parseJSON('"abcd"', { maxLength: 5 }), { kind: 'malformed' });
  for (const limit of [-1, NaN, Infinity, 0.5, '5', null]) {
    for (const limits of [{ maxDepth: limit }, { maxLength: limit }]) {
      assert.throws(() => parseJSON(nested(100_000), limits), { kind: 'malformed' });
    }
  }
});

test('only texts and bytes are read', () => {
  for (const value of [null, undefined, 1, {}, ['1'], { length: 1, toString: () => '1' }, new Proxy(Uint8Array.of(0x31), {})]) {
    assert.throws(() => parseJSON(value), { kind: 'malformed' });
  }
});
