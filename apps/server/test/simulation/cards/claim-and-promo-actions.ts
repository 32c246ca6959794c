import type { Random } from '../../fixtures/seeded-random.ts'
import { type ActionDeps, operator, type WeightedAction } from './action-deps.ts'
import { decideByBank, listClaimReferences } from './outside-payments.ts'
import { drawPromoCode, type SimulatedPromoCode } from './simulated-promo-codes.ts'
import { claimKeys } from './simulated-trader.ts'
import type { SimulatedServer } from './simulation-fixture.ts'
import { findDepositByKey } from '../../../src/modules/deposits/deposit-lookup-store.ts'

/** Lists actions about payments from outside: the trader reports them, an operator compares them with the bank. */
export function listClaimActions({ random, traders }: ActionDeps, server: SimulatedServer): WeightedAction[] {
  const { calls, db, deposits } = server
  const { trader, browser } = random.pick(traders)
  const key = random.pick(claimKeys)
  const reference = random.pick(listClaimReferences(trader))
  const after = random.pick(['card', 'processor'] as const)
  const decide = () => deposits.operator.decideClaim(reference, decideByBank(trader, reference), operator)
  return [
    [1, 'trader: reports a payment', () => browser.reportClaim(server, key)],
    [1, 'trader: reports a payment twice', () => Promise.all([1, 2].map(() => browser.reportClaim(server, key)))],
    [
      1,
      'trader: cancels a reported payment',
      async () => {
        const deposit = await findDepositByKey(db, trader.id, key)
        if (deposit !== null) await calls.cancelStep(trader, deposit.id, after)
      },
    ],
    [1, 'operator: decides a claim', decide],
    [1, 'operator: decides a claim, as another does', () => Promise.all([decide(), decide()])],
  ]
}

export function listPromoActions(
  { random, traders }: ActionDeps,
  { calls, promoCodes }: SimulatedServer,
  codes: SimulatedPromoCode[],
): WeightedAction[] {
  const { trader } = random.pick(traders)
  const { code } = random.pick(codes)
  const terms = random.chance(0.5) ? drawPromoCode(random) : null
  return [
    [
      1,
      'operator: creates a promo code',
      async () => {
        if (terms !== null) await createPromoCode(promoCodes, terms, codes)
      },
    ],
    [1, 'operator: ends a promo code', () => promoCodes.endPromoCode(code, operator)],
    [5, 'trader: promo code', () => calls.redeemCode(trader, code)],
    [
      2,
      'traders: promo code at once',
      () => Promise.all([trader, ...traders.map((each) => each.trader)].map((each) => calls.redeemCode(each, code))),
    ],
    [1, 'trader: removes a promo code', () => calls.removeStoredCode(trader)],
  ]
}

/** Creates codes, and returns the list to which more are added. */
export async function createFirstCodes(random: Random, { promoCodes }: SimulatedServer): Promise<SimulatedPromoCode[]> {
  const codes: SimulatedPromoCode[] = []
  for (const kind of ['one-time', 'percent'] as const)
    await createPromoCode(promoCodes, drawPromoCode(random, kind), codes)
  return codes
}

async function createPromoCode(
  promoCodes: SimulatedServer['promoCodes'],
  terms: ReturnType<typeof drawPromoCode>,
  codes: SimulatedPromoCode[],
): Promise<void> {
  codes.push(terms)
  await promoCodes.createPromoCode(terms, operator)
}

/** Decides claims by two operators at once. */
export async function decideClaims({ traders }: ActionDeps, { deposits }: SimulatedServer): Promise<void> {
  for (const { trader } of traders) {
    for (const reference of listClaimReferences(trader)) {
      const decide = () => deposits.operator.decideClaim(reference, decideByBank(trader, reference), operator)
      await Promise.all([decide(), decide()])
    }
  }
}
