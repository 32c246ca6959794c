import { ok } from '@tradefront/rules/result'
import {
  computeAvailable,
  computeGivenUp,
  decideCase,
  splitAmount,
  type WithdrawalCase,
} from '@tradefront/rules/withdrawal/decide-case'
import { isWithdrawalMethod, listOpenMethods, type WithdrawalMethod } from '@tradefront/rules/withdrawal/methods'
import {
  findMethodLimit,
  type PlannedPayout,
  planPayouts,
  type ReturnSource,
} from '@tradefront/rules/withdrawal/plan-payouts'
import { type AccountTerms, computeFee, findAmountProblem } from '@tradefront/rules/withdrawal/terms'

import type { Db } from '../../platform/database/database.ts'
import { deriveUuid } from '../../platform/derive-uuid.ts'
import { type BonusMoney, findBonusMoney } from '../ledger/service.ts'
import { type Destination, listDestinations } from './destination-store.ts'
import { findMoneySources, type MoneySources, type SourceCapture } from './money-store.ts'
import type { WithdrawalSettings } from './withdrawal-settings.ts'
import type { RefusedWithdrawal, Withdrawer, WithdrawalResult } from './withdrawal.ts'

/** Never changes: requests keep the ids that are derived from it. */
const previewNamespace = '5c9e2f0b-3f7a-4d55-9a53-0d4c6a1b7e88'

/** Facts that decide about a trader's withdrawals. */
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
  /** On the part that goes by the chosen method: what goes back to where it came from is free. */
  readonly fee: number
  /** Until the last part usually has arrived, after the approval. */
  readonly hours: number
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

/** Effects of a withdrawal, or its refusal. */
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
  const planned = planWithFee(amount, method, terms, facts.sources)
  if (!planned.ok) {
    const limit = findMethodLimit(method, facts.sources)
    return { ok: false, code: planned.code, ...(limit !== null && { limit }) }
  }
  const { fee } = planned.value
  if (fee >= amount) return { ok: false, code: 'withdrawal.fee_too_high', limit: fee }
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
    givesUp: computeGivenUp(money),
    turnoverDone: money.turnoverDone,
    turnoverRequired: money.turnoverRequired,
    payouts,
  })
}

/** Covers all that the trader must know before the confirmation, except the amount. */
export function derivePreviewId({ fee, caseName, givesUp, payouts }: WithdrawalQuote): string {
  const places = payouts.map(({ method, amount, capture, destination }) => [
    method,
    amount,
    capture === null ? (destination?.id ?? null) : [capture.attemptId, capture.number],
  ])
  return deriveUuid(previewNamespace, JSON.stringify([fee, caseName, givesUp, places]))
}

function planWithFee(
  amount: number,
  method: WithdrawalMethod,
  terms: AccountTerms,
  sources: readonly ReturnSource[],
): ReturnType<typeof addFee> {
  const free = planPayouts(amount, method, sources)
  if (!free.ok) return free
  const chosen = free.value.reduce((sum, payout) => sum + (payout.method === method ? payout.amount : 0), 0)
  const fee = chosen === 0 ? 0 : Math.min(chosen, computeFee(chosen, terms))
  return addFee(fee, fee === 0 ? free : planPayouts(amount - fee, method, sources))
}

function addFee(fee: number, planned: ReturnType<typeof planPayouts>) {
  return planned.ok ? ok({ fee, payouts: planned.value }) : planned
}

function addPlace(payout: PlannedPayout, { captures, destinations }: WithdrawalFacts): QuotedPayout {
  const { capture, method } = payout
  const charge =
    captures.find(({ attemptId, number }) => attemptId === capture?.attemptId && number === capture.number) ?? null
  return { ...payout, charge, destination: destinations.find((each) => each.method === method) ?? null }
}

function findPlaceProblem(
  { method, charge, destination }: QuotedPayout,
  chosen: WithdrawalMethod,
  now: Date,
): RefusedWithdrawal | null {
  if (charge !== null) return null
  if (destination === null)
    return {
      ok: false,
      code: method === chosen ? 'withdrawal.account_missing' : 'withdrawal.destination_missing',
      method,
    }
  if (destination.state === 'unproved') return { ok: false, code: 'withdrawal.destination_unproved', method }
  const { usableFrom } = destination
  return usableFrom > now ? { ok: false, code: 'withdrawal.destination_new', method, usableFrom } : null
}
