// What compiles, and what doesn't.

import { networkOf } from 'squaredeal/drand';
import { Fault, hide, List, parseAnnouncement, parseReceipt, type Share } from 'squaredeal/draw';

declare const file: { text: string; round: string; receipt: Uint8Array; winners: Uint8Array[] };

const announcement = parseAnnouncement(file.text);
const value = networkOf(announcement.terms).parseRound(file.round);
const receipt = parseReceipt(file.receipt);
const share: Share = announcement.checkReceipt(receipt);
const chances: bigint = share.to - share.from;
announcement.checkPlaces(value, file.winners.map(parseReceipt).map(({ proof }) => proof));
const list = new List(['ann', { entry: Uint8Array.of(1), weight: 2n }], 'joined');
const positions: number[] = announcement.draw(list, value);
const salt: Uint8Array | undefined = receipt.salt;
if (salt) hide(salt, 'ann');
// @ts-expect-error a list has three ways with repeated entries
new List(['ann'], 'maybe');
// @ts-expect-error times are numbers
announcement.checkTime(new Date());
try {
  announcement.checkList(list);
} catch (err) {
  if (err instanceof Fault && err.kind === 'mismatch') console.log(chances, positions);
}
