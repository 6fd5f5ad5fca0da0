import { Site } from './index.js';

/**
 * The sites of the library's catalogue. Titles, flaws and sources are in
 * https://github.com/squaredeal/squaredeal/tree/main/seedrng/sites.
 */
export declare const schemes: readonly Site[];
