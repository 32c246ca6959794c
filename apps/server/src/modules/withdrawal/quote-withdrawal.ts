import { ok } from '@tradefront/rules/result'
import {
  computeAvailable,
  computeGivenUp,
  decideCase,
  splitAmount,
  type WithdrawalCase,
} from '@tradefront/rules/withdrawal/decide-case'
import { isWithdrawalMethod, listOpenMethods, type WithdrawalMethod } from '@tradefront/rules/withdrawal/methods'
import { findMethodLimit, type PlannedPayout, planPayouts } from '@tradefront/rules/withdrawal/plan-payouts'
import { type AccountTerms, computeFee, findAmountProblem } from '@tradefront/rules/withdrawal/terms'

import type { Db } from '../../platform/database/database.ts'
import { type BonusMoney, findBonusMoney } from '../ledger/service.ts'
import { type Destination, listDestinations } from './destination-store.ts'
import { findMoneySources, type MoneySources, type SourceCapture } from './money-store.ts'
import type { WithdrawalSettings } from './withdrawal-settings.ts'
import type { RefusedWithdrawal, Withdrawer, WithdrawalResult } from './withdrawal.ts'

/** What decides about the withdrawals of a trader. */
export type WithdrawalFacts = MoneySources & {
  readonly money: BonusMoney
  readonly destinations: readonly Destination[]
}

/** Minor units. */
export type QuotedPayout = PlannedPayout & {
  readonly destination: Destination | null
  readonly charge: SourceCapture | null
}

/** Minor units. */
export type WithdrawalQuote = {
  readonly method: WithdrawalMethod
  readonly amount: number
  readonly fee: number
  readonly terms: AccountTerms
  readonly caseName: WithdrawalCase
  /** Parts of the amount. */
  readonly cash: number
  readonly bonus: number
  readonly givesUp: number
  readonly turnoverDone: number
  readonly turnoverRequired: number
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
  const money = await findBonusMoney(db, user.id, user.currency)
  const found = await findMoneySources(db, user, settings.enabledMethods)
  return { ...found, money, destinations: await listDestinations(db, user.id) }
}

/** The methods that a trader can use, in the order of their tabs. */
export function listMethods(facts: WithdrawalFacts, settings: WithdrawalSettings): readonly WithdrawalMethod[] {
  return listOpenMethods(
    settings.enabledMethods,
    facts.sources.map(({ method }) => method),
  )
}

/** What a withdrawal would do, or why it is refused. */
export function quoteWithdrawal(
  user: Withdrawer & { readonly isVerified: boolean },
  { method, amount, withBonus }: QuoteRequest,
  facts: WithdrawalFacts,
  settings: WithdrawalSettings,
  now: Date,
): WithdrawalResult<WithdrawalQuote> {
  if (!isWithdrawalMethod(method) || !listMethods(facts, settings).includes(method))
    return { ok: false, code: 'withdrawal.method_closed' }
  const { money } = facts
  const terms = settings.getTerms(method, user.currency)
  const problem = findAmountProblem(amount, terms, computeAvailable(money))
  if (problem !== null) return { ok: false, ...problem }
  const parts = splitAmount(amount, money, withBonus)
  if (parts === null) return { ok: false, code: 'withdrawal.no_cash', limit: money.cash }
  const fee = computeFee(amount, terms)
  const planned = planPayouts(amount - fee, method, facts.sources)
  if (!planned.ok) {
    const limit = findMethodLimit(method, facts.sources)
    return { ok: false, code: planned.code, ...(limit !== null && { limit }) }
  }
  const payouts = planned.value.map((payout) => addPlace(payout, facts))
  for (const payout of payouts) {
    const refused = findPlaceProblem(payout, now)
    if (refused !== null) return refused
  }
  return ok({
    method,
    amount,
    fee,
    terms,
    caseName: decideCase(user.isVerified, money),
    ...parts,
    givesUp: computeGivenUp(money),
    turnoverDone: money.turnoverDone,
    turnoverRequired: money.turnoverRequired,
    payouts,
  })
}

function addPlace(payout: PlannedPayout, { captures, destinations }: WithdrawalFacts): QuotedPayout {
  const { capture, method } = payout
  const charge =
    captures.find(({ attemptId, number }) => attemptId === capture?.attemptId && number === capture.number) ?? null
  return { ...payout, charge, destination: destinations.find((each) => each.method === method) ?? null }
}

function findPlaceProblem({ method, charge, destination }: QuotedPayout, now: Date): RefusedWithdrawal | null {
  if (charge !== null) return null
  if (destination === null) return { ok: false, code: 'withdrawal.destination_missing', method }
  if (destination.state === 'unproved') return { ok: false, code: 'withdrawal.destination_unproved', method }
  const { usableFrom } = destination
  return usableFrom > now ? { ok: false, code: 'withdrawal.destination_new', method, usableFrom } : null
}
