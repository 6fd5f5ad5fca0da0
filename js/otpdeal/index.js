// Dealing with one-time pads, and its audit: otpdeal/SPEC.md. Nothing here plays: secrets are those that a seat has opened.

export { Fault } from '../internal/fault.js';
export { audit } from './audit.js';
export { card, deck, entry, parseMessage, parseRecord } from './message.js';
export { parseState, replayCardDealer, replayDummy, replayHost, replayKeyMaster } from './replay.js';
