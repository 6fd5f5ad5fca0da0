// Elements of a page.

/** Makes an element: 'p.note' is a p of class note. Attributes that begin with on are listeners. */
export function el(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split('.');
  const element = document.createElement(name);
  if (classes.length > 0) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** Makes an element of a picture. */
export function svg(name, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Makes a table of a body and a caption, if there is one, with the names of the columns above the body. */
export function tableOf(names, body, caption) {
  const head = el('thead', {}, el('tr', {}, names.map((name) => el('th', { scope: 'col' }, name))));
  return el('table', {}, caption, head, body);
}

/** Makes a box in which what is wide scrolls, by the keyboard as well. */
export const scrollBox = (label, ...children) => el('div.scroll', { tabindex: 0, role: 'region', 'aria-label': label }, children);

/** Makes an entry of a dl. */
export const fact = (name, value) => el('div', {}, el('dt', {}, name), el('dd', {}, value));

export const byId = (id) => document.getElementById(id);

export const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** Writes a count with its noun. */
export const count = (n, noun, plural = `${noun}s`) => `${n.toLocaleString('en')} ${n === 1 ? noun : plural}`;

/** Lets a button be used or not. While something is under way, it keeps the focus. */
export function allow(button, can, underWay) {
  button.disabled = !can && !underWay;
  button.setAttribute('aria-disabled', !can);
}
