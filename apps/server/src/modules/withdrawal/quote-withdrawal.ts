import { ok, type Refusal, refuse, type Result } from '@tradefront/rules/result'
import {
  computeFreeBonus,
  decideCase,
  splitAmount,
  type WithdrawableMoney,
  type WithdrawalCase,
} from '@tradefront/rules/withdrawal/decide-case'
import { isWithdrawalMethod, listOpenMethods, type WithdrawalMethod } from '@tradefront/rules/withdrawal/methods'
import {
  computeMovable,
  computeUntradedPart,
  findMethodLimit,
  mergePayouts,
  type PayoutOrder,
  type PlannedPayout,
  planPayouts,
  type ReturnSource,
  sumAmounts,
} from '@tradefront/rules/withdrawal/plan-payouts'
import { computeFee, computeReturnFee, findAmountProblem } from '@tradefront/rules/withdrawal/terms'

import type { Db } from '../../platform/database/database.ts'
import { deriveUuid } from '../../platform/derive-uuid.ts'
import { type BonusMoney, findBonusMoney, findDebt } from '../ledger/service.ts'
import { formatMailTime } from '../mail/service.ts'
import { type Destination, listDestinations } from './destination-store.ts'
import { findMoneySources, type MoneySources, type SourceCapture } from './money-store.ts'
import type { WithdrawalSettings } from './withdrawal-settings.ts'
import { sumTakenBonus } from './withdrawal-store.ts'
import type { Withdrawer } from './withdrawal.ts'

/** This never changes: requests keep the ids that are derived from it. */
const previewNamespace = '5c9e2f0b-3f7a-4d55-9a53-0d4c6a1b7e88'

/** Facts that decide about a trader's withdrawals. */
export type WithdrawalFacts = MoneySources & {
  readonly money: BonusMoney & WithdrawableMoney
  /** Debt of the trader, in minor units. */
  readonly debt: number
  readonly destinations: readonly Destination[]
}

/** A payout as planned, in minor units. */
export type QuotedPayout = PlannedPayout & {
  readonly destination: Destination | null
  readonly charge: SourceCapture | null
}

/** What a withdrawal would do, in minor units. */
export type WithdrawalQuote = {
  readonly method: WithdrawalMethod
  readonly amount: number
  /** Fee of each transfer by its own method, and fee of what goes back untraded. A refund of traded money is free. */
  readonly fee: number
  /** Hours in which the last part usually arrives, after the approval. */
  readonly hours: number
  readonly caseName: WithdrawalCase
  /** Parts of the amount: own cash, and what finished bonuses had released. */
  readonly cash: number
  readonly bonus: number
  readonly givesUp: number
  readonly turnoverDone: number
  readonly turnoverRequired: number
  /** Part of the amount that was not traded and goes back as it came. */
  readonly untraded: number
  readonly payouts: readonly QuotedPayout[]
}

export type QuoteRequest = {
  readonly method: string
  /** Minor units. */
  readonly amount: number
  readonly withBonus: boolean
}

export async function findWithdrawalFacts(
  db: Db,
  user: Withdrawer,
  settings: WithdrawalSettings,
): Promise<WithdrawalFacts> {
  const money = {
    ...(await findBonusMoney(db, user.id, user.currency)),
    takenOut: await sumTakenBonus(db, user.id, user.currency),
  }
  const found = await findMoneySources(db, user, settings)
  const debt = await findDebt(db, user.id, user.currency)
  return { ...found, money, debt, destinations: await listDestinations(db, user.id) }
}

/** Lists the methods that a trader can use, in the order of their tabs. */
export function listMethods(facts: WithdrawalFacts, settings: WithdrawalSettings): readonly WithdrawalMethod[] {
  return listOpenMethods(
    settings.enabledMethods,
    facts.sources.map(({ method }) => method),
  )
}

/** Computes the effects of a withdrawal, or its refusal. */
export function quoteWithdrawal(
  user: Withdrawer & { readonly isVerified: boolean },
  { method, amount, withBonus }: QuoteRequest,
  facts: WithdrawalFacts,
  settings: WithdrawalSettings,
  now: Date,
): Result<WithdrawalQuote> {
  if (!isWithdrawalMethod(method) || !listMethods(facts, settings).includes(method))
    return refuse('withdrawal.method_closed')
  const { currency } = user
  const { money, debt } = facts
  if (debt > 0) return refuse('withdrawal.debt', { amount: { amount: debt, currency } })
  if (money.frozenCount > 0) return refuse('withdrawal.bonus_frozen')
  const terms = settings.getTerms(method, user.currency)
  const problem = findAmountProblem(amount, terms, money.cash)
  if (problem !== null) return refuse(problem.code, { amount: { amount: problem.limit, currency } })
  const parts = splitAmount(amount, money, withBonus)
  if (parts === null)
    return refuse('withdrawal.no_cash', { amount: { amount: money.cash - computeFreeBonus(money), currency } })
  const { sources, leftToTrade } = facts
  const available = { available: money.cash, untraded: facts.untraded }
  const untraded = computeUntradedPart({ amount, method }, available, sources)
  const planned = planWithFee({ amount, untraded, method }, user, settings, sources)
  if (!planned.ok && planned.code === 'withdrawal.trade_first')
    return refuse(planned.code, {
      amount: { amount: computeMovable(available, sources), currency },
      turnover: { amount: leftToTrade, currency },
    })
  if (!planned.ok) return refuse(planned.code, { amount: { amount: findMethodLimit(method, sources) ?? 0, currency } })
  const { fee } = planned.value
  if (fee >= amount) return refuse('withdrawal.fee_too_high', { amount: { amount: fee, currency } })
  const payouts = planned.value.payouts.map((payout) => addPlace(payout, facts))
  for (const payout of payouts) {
    const refused = findPlaceProblem(payout, method, now)
    if (refused !== null) return refused
  }
  return ok({
    method,
    amount,
    fee,
    hours: Math.max(...payouts.map((payout) => settings.getTerms(payout.method, user.currency).hours)),
    caseName: decideCase(user.isVerified, money),
    ...parts,
    givesUp: money.bonus,
    turnoverDone: money.turnoverDone,
    turnoverRequired: money.turnoverRequired,
    untraded,
    payouts,
  })
}

/** Derives an id from all that the trader must know before the confirmation, except the amount. */
export function derivePreviewId({ fee, caseName, givesUp, untraded, payouts }: WithdrawalQuote): string {
  const places = payouts.map(({ method, amount, capture, destination }) => [
    method,
    amount,
    capture === null || capture.isCoins ? (destination?.id ?? null) : null,
    capture === null ? null : [capture.attemptId, capture.number],
  ])
  return deriveUuid(previewNamespace, JSON.stringify([fee, caseName, givesUp, untraded, places]))
}

/** Plans again what is left of traded money after the fee: it goes back to where it came from first. */
function planWithFee(
  order: PayoutOrder,
  { currency }: Withdrawer,
  settings: WithdrawalSettings,
  sources: readonly ReturnSource[],
) {
  const free = planPayouts(order, sources)
  if (!free.ok) return free
  const untraded = free.value.untraded.map((payout) => {
    const { method, amount, capture } = payout
    const terms = settings.getTerms(method, currency)
    // Coins that go back are a transfer too.
    const transfer = capture?.isCoins ? computeFee(amount, terms) : 0
    return { ...payout, amount: Math.max(0, amount - computeReturnFee(amount, terms) - transfer) }
  })
  // Each transfer costs what its method costs, not only that of the chosen method.
  const transferFee = mergePayouts(free.value.traded.filter(({ capture }) => capture === null)).reduce(
    (sum, { method, amount }) => sum + Math.min(amount, computeFee(amount, settings.getTerms(method, currency))),
    0,
  )
  const fee = order.untraded - sumAmounts(untraded) + transferFee
  const left = { ...order, amount: order.amount - order.untraded - transferFee, untraded: 0 }
  const planned = transferFee === 0 ? free : planPayouts(left, sources)
  if (!planned.ok) return planned
  const payouts = mergePayouts([...untraded, ...planned.value.traded])
  return ok({ fee, payouts: payouts.filter(({ amount }) => amount > 0) })
}

function addPlace(payout: PlannedPayout, { captures, destinations }: WithdrawalFacts): QuotedPayout {
  const { capture, method } = payout
  const charge =
    captures.find(({ attemptId, number }) => attemptId === capture?.attemptId && number === capture.number) ?? null
  return { ...payout, charge, destination: destinations.find((each) => each.method === method) ?? null }
}

function findPlaceProblem(
  { method, capture, destination }: QuotedPayout,
  chosen: WithdrawalMethod,
  now: Date,
): Refusal | null {
  if (capture !== null && !capture.isCoins) return null
  const params = { method: { text: `withdrawal.method_${method}` } } as const
  if (destination === null)
    return refuse(method === chosen ? 'withdrawal.account_missing' : 'withdrawal.destination_missing', params)
  if (destination.state === 'unproved') return refuse('withdrawal.destination_unproved', params)
  const { usableFrom } = destination
  if (usableFrom <= now) return null
  return refuse('withdrawal.destination_new', { ...params, at: formatMailTime(usableFrom) })
}
