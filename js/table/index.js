// Tables, where a game is played and judged: commit/table/SPEC.md.

export { Fault } from '../internal/fault.js';
export { Table } from './table.js';
export { Terms, kinds } from './terms.js';
