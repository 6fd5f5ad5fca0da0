// What a site showed for a bet, against the replay, in words.

import { chainOf } from '../squaredeal/sites/index.js';

const rightly = {
  agrees: 'The result is right',
  'agrees as shown': 'The result is right as far as its digits go',
  'agrees counted otherwise': 'The result is right, counted otherwise',
  absent: 'Computed',
};

/** Says what a report of a bet by a game means, as [kind, title, ...text]. Its kind is bad only if the bet contradicts the site. */
export function findingOf(game, bet, { game: era, result, commitment, claim, off, doubt, misplaced, contradicts }) {
  const unproven = `The formula is as published at ${era.published}. Not all of it is known to be the site’s, so this shows ` +
    `nothing against the site.`;
  const other = `The seeds give ${result}; the site showed ${bet.result}${off ? `, one unit ${off > 0 ? 'higher' : 'lower'}` : ''}.`;
  const [wrongClaim, wrongCommitment] = [claim === 'differs', commitment === 'differs'];
  if (contradicts === 'commitment') {
    return ['bad', 'The commitment isn’t this seed’s', 'The site was bound to another one, or a character was altered.'];
  }
  if (contradicts === 'result') return ['bad', 'The site showed another result', other];
  if (misplaced) return ['warn', 'The bet doesn’t agree', `But ${doubt}. So this shows nothing against the site.`];
  if (wrongClaim && doubt) return ['warn', 'The result doesn’t agree', other, `But ${doubt}. So this shows nothing against the site.`];
  if (wrongCommitment) return ['warn', 'The commitment doesn’t agree', unproven];
  if (wrongClaim) return ['warn', 'The result doesn’t agree', other, unproven];

  const notes = [];
  if (claim === 'agrees as shown') notes.push(other);
  if (claim === 'agrees counted otherwise') notes.push(countsOf(era, off));
  if (era !== game) notes.push(`It follows by: ${era.title}.`);
  const title = rightly[claim] + (era === game ? '' : ' by another formula of this game');
  if (chainOf(era)) {
    return ['warn', `${title}, if the hash is the chain’s`, ...notes, 'Walk to the published end, below, to know that it is.'];
  }
  if (commitment === 'absent') {
    return [
      'warn',
      `${title}, but nothing binds the site`,
      ...notes,
      'Without a commitment that was shown before the bet, the site may have chosen its seed afterwards.',
    ];
  }
  if (claim === 'absent') return ['ok', 'The commitment is this seed’s', 'Compare the result below with the one you got.'];
  return [
    claim === 'agrees as shown' || era !== game ? 'warn' : 'ok',
    claim === 'agrees' && era === game ? 'This bet is right' : title,
    ...notes,
    'The commitment is this seed’s, and the result follows. See below what that doesn’t show.',
  ];
}

/** Says from where a site counts places, and from where the scheme does. */
function countsOf({ form, map, evidence }, off) {
  const { by, source } = evidence.find((e) => e.parameter === 'map.first') ?? {};
  const whose = by === 'round' ? ', as public rounds do' : source ? `, as at ${source}` : '';
  return `The ${form.places} of this result are ` +
    `counted from ${(map.first ?? 0) + off}; the scheme counts them from ${map.first ?? 0}${whose}.`;
}
