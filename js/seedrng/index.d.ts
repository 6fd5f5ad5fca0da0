import { Fault } from '../internal/fault.js';
import { Stream } from '../internal/stream.js';

export { Fault, Stream };

/** Bytes of a client seed, and of a server seed in an audit. */
export declare const maxSeed: 1024;
/** Bytes of a server seed that hides what it deals. */
export declare const maxKey: 64;

/** Returns the hash of a server seed, in hex. */
export declare function hashOf(serverSeed: string | Uint8Array): string;
/** Throws a Fault of the kind "mismatch" unless a server seed has this hash. */
export declare function verify(hash: string, serverSeed: string | Uint8Array): void;
/** Returns the stream of a round, from its start. */
export declare function stream(serverSeed: string | Uint8Array, clientSeed: string | Uint8Array, nonce: number | bigint | string): Stream;
/** Returns the stream of a round, from the start of a block. */
export declare function streamAt(
  serverSeed: string | Uint8Array, clientSeed: string | Uint8Array, nonce: number | bigint | string, block: number | bigint,
): Stream;
