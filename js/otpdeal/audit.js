// Section 7 of otpdeal/SPEC.md: the audit.

import { equal, needBytes } from '../internal/bytes.js';
import { Fault, malformed } from '../internal/fault.js';
import {
  allCards, allKeys, areCards, cardDealer, cardsTo, dummy, entry, host, keyMaster, keysTo, links, linksOf, needDeal, needs, numbersIn,
  readRecord, requestOf, same, seats, xor,
} from './message.js';

const sorted = (bytes) => new Uint8Array(bytes).sort();

/** The evidence of a deal, and what is found in it. R(s) is this.records[s]: payloads by links, or undefined. */
class Case {
  findings = [];
  missing = [];

  constructor(deal, entries, records) {
    this.deal = deal;
    this.opened = this.readEntries(entries);
    this.records = records.map((bytes, seat) => this.readRecord(bytes, seat));
  }

  find(kind, ...blamed) {
    this.findings.push(Object.freeze({ kind, seats: Object.freeze(blamed) }));
  }

  lacks(seat) {
    this.missing.push(seat);
  }

  /** Returns the encrypted cards and the keys that entries open to. */
  readEntries(entries) {
    if (entries.length === 0) return this.lacks(host);
    const opened = { encrypted: new Uint8Array(52), keys: new Uint8Array(52) };
    const right = entries.length === 52 && entries.every((bytes, i) => {
      if (bytes.length < 2) return false;
      [opened.encrypted[i], opened.keys[i]] = bytes.subarray(-2);
      return equal(bytes, entry(this.deal, i, opened.encrypted[i], opened.keys[i]));
    });
    return right ? opened : this.find('malformed', host);
  }

  readRecord(bytes, seat) {
    if (bytes.length === 0) return this.lacks(seat);
    try {
      const record = readRecord(bytes);
      if (record.seat === seat && equal(record.deal, this.deal)) return record.payloads;
    } catch (err) {
      if (!(err instanceof Fault)) throw err;
    }
    return this.find('malformed', seat);
  }

  /** Numbers 2 to 8. */
  compare() {
    if (this.opened && !areCards(this.cards())) this.find('cards', host);
    this.records.forEach((record, seat) => {
      if (record) this.compareOrder(record, seat);
    });
    if (this.records[host] && this.opened) this.compareHost(this.records[host]);
    if (this.records[cardDealer]) this.compareCardDealer(this.records[cardDealer]);
    if (this.records[keyMaster]) this.compareKeyMaster(this.records[keyMaster]);
    links.forEach((_, link) => this.compareEnds(link));
  }

  cards() {
    return xor(this.opened.encrypted, this.opened.keys);
  }

  compareOrder(record, seat) {
    const isEarly = (link) => record[link] && !needs(link, seat).every((needed) => record[needed]);
    for (const link of linksOf(seat)) if (isEarly(link)) this.find('state', seat);
    if (seat !== host && seat !== dummy) return;
    const [cards, request] = [record[cardsTo(seat)], record[requestOf(seat)]];
    if (cards && request && !equal(sorted(numbersIn(cards)), sorted(request))) this.find('mismatch', seat);
  }

  compareHost(record) {
    if (record[allKeys] && !equal(record[allKeys], this.opened.keys)) this.find('mismatch', host);
    if (record[allCards] && !equal(record[allCards], this.opened.encrypted)) this.find('mismatch', host);
  }

  compareCardDealer(record) {
    const cards = record[allCards];
    this.compareClaims([cardsTo(host), cardsTo(keyMaster), requestOf(cardDealer), cardsTo(dummy)].map((link) => record[link]), cardDealer);
    for (const seat of [host, keyMaster, dummy]) {
      const sent = record[cardsTo(seat)];
      if (cards && sent && !numbersIn(sent).every((n, i) => sent[i] === cards[n])) this.find('mismatch', cardDealer);
    }
  }

  compareKeyMaster(record) {
    const keys = record[allKeys];
    const claims = [cardsTo(keyMaster), requestOf(host), requestOf(cardDealer), requestOf(dummy)];
    this.compareClaims(claims.map((link) => record[link]), keyMaster);
    for (const seat of [host, cardDealer, dummy]) {
      const [request, sent] = [record[requestOf(seat)], record[keysTo(seat)]];
      if (keys && request && sent && !request.every((n, i) => sent[i] === keys[n])) this.find('mismatch', keyMaster);
    }
  }

  /** Finds each two payloads that share a number. */
  compareClaims(payloads, seat) {
    const numbers = payloads.filter((payload) => payload).map((payload) => new Set(numbersIn(payload)));
    numbers.forEach((a, i) => numbers.slice(i + 1).forEach((b) => {
      if ([...a].some((n) => b.has(n))) this.find('taken', seat);
    }));
  }

  /** Compares what the two ends of a link have recorded. */
  compareEnds(link) {
    const { from, to } = links[link];
    const [sent, got] = [this.records[from], this.records[to]];
    if (!sent) return;
    if (got?.[link] && !same(got[link], sent[link])) this.find('disputed', ...[from, to].sort((a, b) => a - b));
    else if (!sent[link] && needs(link, from).every((needed) => sent[needed])) this.lacks(from);
    else if (sent[link] && got && !got[link]) this.lacks(to);
  }

  /** Returns the four hands. */
  hands() {
    const record = this.records[cardDealer];
    const cards = this.cards();
    const dealt = [cardsTo(host), cardsTo(keyMaster), requestOf(cardDealer), cardsTo(dummy)];
    return dealt.map((link) => numbersIn(record[link]).map((n) => cards[n]));
  }
}

/** Audits a deal, from its id, its opened entries, or none, and what each seat opened as its record, or no bytes. */
export function audit(deal, entries, records) {
  if (!Array.isArray(entries)) malformed('the entries aren’t a list');
  if (!Array.isArray(records) || records.length !== seats) malformed('the records aren’t a list of four');
  const copy = (what, bytes) => new Uint8Array(needBytes(what, bytes));
  const opened = Array.from(entries, (bytes) => copy('an entry', bytes));
  const found = new Case(needDeal(deal), opened, Array.from(records, (bytes) => copy('a record', bytes)));
  found.compare();
  const { findings, missing } = found;
  const everywhere = [host, keyMaster, cardDealer, dummy].filter((seat) => findings.every((finding) => finding.seats.includes(seat)));
  const suspects = findings.length === 0 ? [] : everywhere;
  const hands = findings.length + missing.length === 0 ? found.hands() : undefined;
  return { findings, missing, suspects, hands };
}
