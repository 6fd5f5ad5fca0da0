import { Site } from './index.js';

/** The sites of the library's catalogue. Their flaws and sources are in https://github.com/squaredeal/squaredeal/tree/main/seedrng/sites. */
export declare const schemes: readonly Site[];
