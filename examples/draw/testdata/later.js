// Chooses files one after the other, and writes down what the page shows then.
const byId = (id) => document.getElementById(id);

const when = (condition) => new Promise((resolve) => {
  const observer = new MutationObserver(() => {
    if (!condition()) return;
    observer.disconnect();
    resolve();
  });
  observer.observe(document.querySelector('main'), { childList: true, subtree: true, characterData: true });
});
const note = (id, text) => document.body.append(Object.assign(document.createElement('p'), { id, textContent: text }));

/** Says how many winners are seen, and what else their section shows below its title. */
function winners() {
  const others = [...document.querySelectorAll('#winners :is(h3, p, button)')].filter((e) => e.checkVisibility());
  return [`${byId('places').children.length} of the winners`, ...others.map((e) => e.textContent)].join(', ');
}

async function run() {
  matchMedia = () => ({ matches: false }); // winners come one after the other
  choose('odd.html', files['odd.html']);
  await when(() => byId('places').children.length === 1 && byId('other').textContent !== '');
  note('shown', winners());
  choose('wrong.html', files['wrong.html']);
  await when(() => byId('other').textContent.includes('wrong.html'));
  byId('all').click();
  await new Promise((resolve) => setTimeout(resolve, 5000)); // the time of the page, in which the others would have come
  note('replaced', winners());

  hold();
  choose('late.html', files['odd.html']);
  choose('good.html', files['good.html']);
  await when(() => byId('other').textContent.includes('good.html'));
  await release();
  note('late', `${byId('label').textContent}: ${byId('other').textContent}`);
}
run();
