import { Terms, Value } from '../draw/index.js';
import { Fault } from '../internal/fault.js';

export { Fault };

/** The highest number that a round has here. */
export declare const maxRound: 4294967296;

/** A Network has rounds, at fixed times. Times are in seconds since 1970. */
export interface Network {
  readonly name: string;
  /** The chain hash, in hex. */
  readonly hash: string;
  /** The time of round 1. */
  readonly genesis: number;
  /** How many seconds there are between rounds. */
  readonly period: number;
  /** How announcements name the network. */
  readonly beacon: string;
  /** Returns the time of a round. */
  timeOf(round: number): number;
  /** Returns the first round at or after a time. */
  roundAt(time: number): number;
  /** Verifies the signature of a round, and returns its value. Chained networks have the signature before, too. */
  verify(round: number, signature: Uint8Array, previous?: Uint8Array): Value;
  /** Verifies a round in the JSON of drand's HTTP API, and returns its value. */
  parseRound(json: string | Uint8Array): Value;
}

/** quicknet and default. */
export declare const networks: readonly Network[];
/** Returns the network with a name. */
export declare function networkNamed(name: string): Network;
/** Returns the network of an announcement's terms, whose round must come when they say. */
export declare function networkOf(terms: Pick<Terms, 'beacon' | 'round' | 'time'>): Network;
