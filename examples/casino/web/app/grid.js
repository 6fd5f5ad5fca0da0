// Buttons in rows: Tab reaches one of them, and the arrow keys go on from there.

/** Has Tab reach one of the buttons. */
export function tabTo(buttons, to) {
  buttons.forEach((button, i) => button.setAttribute('tabindex', i === to ? 0 : -1));
}

/** Moves the focus from one of the buttons to its neighbour, if the event is that an arrow key was pressed. */
export function moveFocus(event, buttons, columns, from) {
  const move = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
  if (move === undefined) return;
  event.preventDefault();
  const to = from + move;
  const leavesRow = Math.abs(move) === 1 && Math.floor(to / columns) !== Math.floor(from / columns);
  if (to < 0 || to >= buttons.length || leavesRow) return;
  tabTo(buttons, to);
  buttons[to].focus();
}
