import { computePromoBonus } from '@tradefront/rules/promo/promo-terms'
import { minLadderPayout } from '@tradefront/rules/trading/ladder'
import { splitReturn } from '@tradefront/rules/trading/outcome'

import { createRandom } from '../fixtures/seeded-random.ts'
import {
  BonusAccount,
  type BonusTerms,
  computeWithdrawn,
  defaultTerms,
  farStrike,
  makeTurnover,
  type Policy,
} from './bonus-account.ts'
import { exactly, type Gain, type Game, settings, type Strategy, summarizeGains } from './strategy.ts'

/** A code of 100 without a deposit, and the smallest deposit, in minor units. */
const code = computePromoBonus({ percent: null, amount: 10_000 }, 0, defaultTerms).bonus
const deposit = 25_000
const stake = 5000

const onceReason = 'Marketing pays it on purpose. Accounts that share a device, card, payee or phone get it once.'

const turnOver: Policy = (account) => makeTurnover(account, stake)
/** Bets the bonus money first: what it wins stays bound. */
const betBonusFirst: Policy = (account) =>
  account.trades === 0 ? { stake: account.cash + account.bonus, option: farStrike } : makeTurnover(account, stake)

/** Computes what the code adds to the same trades without it, as a part of the code. */
function computeGift(policy: Policy, terms: BonusTerms): number {
  const withCode = computeWithdrawn(new BonusAccount(deposit, code, terms), policy)
  const without = computeWithdrawn(
    new BonusAccount(deposit, code, { ...terms, releaseFactor: 0, freesWinnings: false }),
    policy,
  )
  return (withCode - without) / code
}

export const codeWithoutDeposit: Strategy = {
  name: 'uses a code that needs no deposit, bets it on a far strike, then makes its turnover with a deposit',
  per: 'bonus',
  kind: {
    name: 'gift',
    bound: 1,
    reason: `Its turnover is made with own cash, so after a deposit only; then it releases at most its amount. ${onceReason}`,
  },
  play: () => exactly(Math.max(computeGift(betBonusFirst, defaultTerms), computeGift(turnOver, defaultTerms))),
  planted: {
    fault: 'it were given twice, and the turnover four times the code',
    play: () => exactly(2 * computeGift(turnOver, { ...defaultTerms, turnoverFactor: 4 })),
  },
}

const mailboxes = 40
const phones = 3

/**
 * Counts gifts for each person. @param isClaimed as `marks` decides (tested in test/gifts.test.ts): one mark of a claimed gift is enough
 */
function countGifts(isClaimed: (claims: ReadonlySet<string>, marks: readonly string[]) => boolean): number {
  const claims = new Set<string>()
  let given = 0
  for (let mailbox = 0; mailbox < mailboxes; mailbox += 1) {
    const marks = [`phone ${mailbox % phones}`, `device ${mailbox % phones}`]
    if (isClaimed(claims, marks)) continue
    given += 1
    for (const mark of marks) claims.add(mark)
  }
  return given / phones
}

export const giftsOnManyAccounts: Strategy = {
  name: 'takes a code on forty mailboxes with three phones and three browsers',
  per: 'bonus',
  kind: { name: 'gift', bound: 1, reason: `Per phone and browser, the value of one code. ${onceReason}` },
  play: () =>
    exactly(
      countGifts((claims, marks) => marks.some((mark) => claims.has(mark))) * computeGift(turnOver, defaultTerms),
    ),
  planted: {
    fault: 'each mailbox were a person, and the turnover four times the code',
    play: () => exactly(countGifts(() => false) * computeGift(turnOver, { ...defaultTerms, turnoverFactor: 4 })),
  },
}

type Claim = { readonly account: number; isReleased: boolean }

/**
 * Counts releases of a code that forty accounts with phones and browsers of their own have used, of which each deposits by the same card
 * before it makes its turnover. @param isHeld as the ledger decides (tested in test/gifts.test.ts), of the claims of accounts that have
 * paid by the card
 */
function countReleases(order: readonly number[], isHeld: (claim: Claim, others: readonly Claim[]) => boolean): number {
  const paid: Claim[] = []
  for (const account of order) {
    const claim = { account, isReleased: false }
    claim.isReleased = !isHeld(claim, paid)
    paid.push(claim)
  }
  return paid.filter(({ isReleased }) => isReleased).length
}

const accounts = Array.from({ length: mailboxes }, (_, account) => account)

export const giftsPaidByOneCard: Strategy = {
  name: 'takes a code on forty accounts with phones and browsers of their own, and deposits to all of them by one card, the last one first',
  per: 'bonus',
  kind: {
    name: 'gift',
    bound: 1,
    reason:
      'Accounts that have proved the same card, payee or device get it released once, also if that shows only after its use.',
  },
  play: () =>
    exactly(
      countReleases(accounts.toReversed(), ({ account }, others) =>
        others.some((other) => other.isReleased || other.account < account),
      ) * computeGift(turnOver, defaultTerms),
    ),
  planted: {
    fault: 'only an earlier use held the gift back, and the turnover were four times the code',
    play: () =>
      exactly(
        countReleases(accounts.toReversed(), ({ account }, others) => others.some((other) => other.account < account)) *
          computeGift(turnOver, { ...defaultTerms, turnoverFactor: 4 }),
      ),
  },
}

const largeBonus = 100_000
const smallest = 100
/** The safest option of a ladder, with which the bonus lasts longest. */
const safe = {
  payoutPercent: minLadderPayout,
  chance: (1 - settings.ladder_margin_percent / 100) / (1 + minLadderPayout / 100),
}

/**
 * Stakes a cent of own cash with much bonus money: the part of a return that goes to cash is rounded up. The cash is a part of the bonus at the
 * best moment, less the cent.
 */
function playRoundedSplit({ seed, runs }: Game, games: number, split: typeof splitReturn): Gain {
  const random = createRandom(seed)
  const gains = Array.from({ length: games * runs }, () => {
    let [cash, bonus, most] = [1, largeBonus, 1]
    while (bonus >= smallest && cash > 0) {
      const own = Math.min(cash, smallest)
      const back = random.chance(safe.chance) ? smallest + safe.payoutPercent : 0
      const returned = split(back, { stake: smallest, bonusStake: smallest - own })
      cash += returned.cash - own
      bonus += returned.bonus - (smallest - own)
      most = Math.max(most, cash)
    }
    return (most - 1) / largeBonus
  })
  return summarizeGains(gains)
}

export const roundedSplit: Strategy = {
  name: 'stakes single cents of own cash with much bonus money, so that returns are rounded to cash',
  per: 'bonus',
  kind: {
    name: 'gift',
    bound: 0.0005,
    reason: 'Less than a cent a trade, and it ends at some cents: the edge on the own cash grows with it.',
  },
  play: (game) => playRoundedSplit(game, 100, splitReturn),
  planted: {
    fault: 'half a dollar of each return were rounded to cash',
    play: (game) =>
      playRoundedSplit(game, 20, (returned, stakes) => {
        const { bonus } = splitReturn(returned, stakes)
        return { cash: returned - bonus + Math.min(50, bonus), bonus: Math.max(0, bonus - 50) }
      }),
  },
}
