// Says that the page has failed when nothing else can: a part of it that isn't loaded, or has a fault. It is loaded before all others.

'use strict';

(() => {
  function tell(why) {
    const box = document.getElementById('alarm');
    if (document.readyState === 'loading') {
      addEventListener('DOMContentLoaded', () => tell(why));
      return;
    }
    const [title, text] = [document.createElement('strong'), document.createElement('p')];
    title.textContent = 'This page has failed';
    text.textContent = `${why}. Nothing is played. Load the page again; if that doesn’t help, the casino may serve it wrongly. ` +
      'What was played is kept in this browser.';
    box.replaceChildren(title, text);
    box.hidden = false;
    document.getElementById('play').inert = true;
  }

  // A page that has begun sets pageFailed, which knows more.
  const failed = (err) => (globalThis.pageFailed ?? (() => tell(String(err?.message ?? err))))(err);

  addEventListener('error', (event) => {
    if (event.target instanceof HTMLScriptElement) tell('A part of it can’t be loaded');
    else if (event instanceof ErrorEvent && event.filename.startsWith(location.origin)) failed(event.error ?? event.message);
  }, true);
  addEventListener('unhandledrejection', (event) => failed(event.reason));
})();
