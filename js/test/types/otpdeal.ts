// What compiles, and what doesn't.

import { audit, type Finding, parseMessage, parseState, type Report, replayDummy } from 'squaredeal/otpdeal';

declare const file: { deal: Uint8Array; entries: Uint8Array[]; records: Uint8Array[]; state: Uint8Array };

const report: Report = audit(file.deal, file.entries, file.records);
const first: Finding | undefined = report.findings[0];
const hand: Uint8Array | undefined = report.hands?.[0];
const sent = replayDummy(file.deal).receive(parseMessage(file.deal, 3, 2, 3, new Uint8Array(26)));
const payload: Uint8Array | undefined = sent[0]?.payload;
// @ts-expect-error a state is of a seat
parseState(file.state);
// @ts-expect-error a finding has no other kinds
if (first?.kind === 'missing') console.log(hand, payload);
