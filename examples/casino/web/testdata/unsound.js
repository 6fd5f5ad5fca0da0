// Lists what keeps people from using a page by keyboard, touch or screen reader: controls without a name or smaller than
// 24 pixels (WCAG 2.2, 2.5.8; links in sentences may be), references to nothing, IDs that are there twice, headings that skip a
// level, text outside of all landmarks, an order of focus other than that of the page, and areas that scroll but take no focus.
(() => {
  const found = [];
  const all = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
  const say = (what, e) => found.push(what + ": " + e.outerHTML.slice(0, 100));
  const controls = all("button, input, select, a[href], summary, [role=region], [role=img], progress, [tabindex]");
  for (const e of controls) {
    const described = e.ariaLabel || e.getAttribute("aria-labelledby") || e.labels?.length || e.textContent.trim();
    if (!described && !e.matches("main")) say("without a name", e);
    if (e.tabIndex > 0) say("out of order", e);
    const name = e.children.length === 0 && e.ariaLabel?.toLowerCase();
    const text = e.textContent.trim().toLowerCase(); // of which pictograms aren't read
    if (name && /[\p{L}\p{N}]/u.test(text) && !name.includes(text)) say("named otherwise than it reads", e);
  }
  for (const e of all("button, input, select, a[href], summary").filter((e) => !e.closest(".sr, .skip"))) {
    const isInline = e.matches("a") && getComputedStyle(e).display === "inline";
    const inText = isInline && e.parentElement.textContent.trim() !== e.textContent.trim();
    const box = (e.matches("[type=checkbox], [type=radio]") ? e.labels[0] : e).getBoundingClientRect();
    if (!inText && (box.width < 24 || box.height < 24)) say("small, " + box.width + " by " + box.height, e);
  }
  for (const e of document.querySelectorAll("[for], [aria-labelledby], [aria-describedby]")) {
    for (const name of ["for", "aria-labelledby", "aria-describedby"]) {
      for (const id of (e.getAttribute(name) ?? "").split(" ")) if (id !== "" && !document.getElementById(id)) say("refers to nothing", e);
    }
  }
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  if (new Set(ids).size !== ids.length) found.push("an ID is there twice");
  let level = 0;
  for (const e of all("h1, h2, h3, h4")) {
    if (Number(e.tagName[1]) > level + 1) say("skips a level", e);
    level = Number(e.tagName[1]);
  }
  if (all("main").length !== 1 || all("h1").length !== 1 || !document.documentElement.lang ||
    !document.title) found.push("no one main, h1, language or title");
  const places = "header, main, footer, nav, aside, [role=alert], [role=status], .skip, noscript";
  for (const e of all("body *")) {
    const text = [...e.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== "");
    if (text && !e.closest(places)) say("outside of all landmarks", e);
    const scrolls = e.scrollWidth > e.clientWidth + 1 && ["auto", "scroll"].includes(getComputedStyle(e).overflowX);
    if (scrolls && e.tabIndex < 0) say("scrolls without the keyboard", e);
  }
  return found.join("\n");
})()
