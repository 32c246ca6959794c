import { alertAfterTries, computeCallTimeoutMs, computeNextSendAtMs } from '@tradefront/rules/time/retry-schedule'
import type { AppContext } from '../../context.ts'
import { formatMostCoins } from './money-store.ts'
import { payoutChannels, type WithdrawalMethod, withdrawalMethods } from '@tradefront/rules/withdrawal/methods'

import type { PayoutAnswer } from '@tradefront/processors/payouts/payout-upstream'
import type { PayoutInstruction } from '../../gateways/payouts/payout-channel.ts'
import { dayMs } from '../../platform/clock.ts'
import type { ConstraintName } from '../../platform/database/constraints.ts'
import { deriveUuid } from '../../platform/derive-uuid.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'
import { computeLeaseEnd, startDueWork } from '../../platform/jobs/due-work.ts'
import { raiseAlert } from '../alerts/service.ts'
import { applyPayoutResult } from './apply-payout-result.ts'
import {
  claimDuePayouts,
  claimPayout,
  type DuePayout,
  type EndedPayout,
  listDueMethods,
  listEndedPayouts,
  makePayoutDueAgain,
  markPayoutSent,
  postponePayout,
} from './payout-store.ts'

/** This never changes: a channel knows each try by it. */
const namespace = '8f0b5a4e-7f0c-4b8e-9d5c-3c1f6c2a9e11'
/** Rules that refuse a payout because of what has happened since the approval. */
const unsendable: readonly ConstraintName[] = ['payouts_capture_gone', 'payouts_debt', 'payouts_destination_gone']
/** How long after its end a payout is compared. A contradiction that comes later is left to the provider's support. */
const comparedMs = 3 * dayMs
const comparedAtOnce = 100

/**
 * Derives the reference of a try. It is the same after a lost commit, so that the channel recognizes what it has carried out. @param
 * tryNumber from 1
 */
export function derivePayoutReference(payoutId: string, tryNumber: number): string {
  return deriveUuid(namespace, `${payoutId}/${tryNumber}`)
}

// Each payout is sent exactly once. `sent` is committed before the call. Without a clear answer the channel is asked about this try, and it
// is never sent again under its reference. Only a channel that does not know the try, and promises never to carry it out, makes the payout
// due again. Safe to run on every server at once.

/** Starts one round of each channel at a time, so that one that does not answer does not delay the others. Does not wait for the rounds. */
export function sendDuePayouts(context: AppContext): Promise<void> {
  return startDueWork(context, {
    name: 'payouts',
    listDueQueues: async (now) => (await listDueMethods(context.db, now)).map((method) => payoutChannels[method]),
    claimDue: (channel, claim) => claimDuePayouts(context.db, listMethods(channel), claim),
    handle: (payout) => handleDue(context, payout),
  })
}

/** Asks about a payout now, whenever the next inquiry is due. Returns false if it is not being sent, or in quarantine. */
export async function askAboutPayoutNow(context: AppContext, payoutId: string): Promise<boolean> {
  // Asking sends a payout that is due.
  if (await context.quarantine.isOpen()) return false
  const now = context.clock.now()
  const payout = await claimPayout(context.db, payoutId, now, computeLeaseEnd(context, now))
  if (payout !== null) await handleDue(context, payout)
  return payout !== null
}

/**
 * Asks providers about payouts that have ended. `applyPayoutResult` raises an alert if an answer contradicts what is booked. Run every
 * night.
 */
export async function compareEndedPayouts(context: AppContext): Promise<void> {
  const { clock, db, onError } = context
  const until = clock.now()
  const since = new Date(until.getTime() - comparedMs)
  for (let last: EndedPayout | null = null, isDone = false; !isDone;) {
    const page: readonly EndedPayout[] = await listEndedPayouts(db, since, until, last, comparedAtOnce)
    for (const payout of page) await comparePayout(context, payout).catch(onError)
    last = page.at(-1) ?? null
    isDone = page.length < comparedAtOnce
  }
}

async function handleDue(context: AppContext, payout: DuePayout): Promise<void> {
  try {
    await (payout.state === 'due' ? sendDuePayout(context, payout) : askAboutPayout(context, payout))
  } catch (error) {
    context.onError(error)
    await postpone(context, payout).catch(context.onError)
  }
}

async function sendDuePayout(context: AppContext, payout: DuePayout): Promise<void> {
  const { clock, config, db } = context
  const reference = derivePayoutReference(payout.id, payout.tries + 1)
  const now = clock.now()
  // The channel is asked only after the call has timed out.
  const askAt = new Date(now.getTime() + computeCallTimeoutMs(config.waitScale) + 10_000 * config.waitScale)
  try {
    if (!(await db.transaction().execute((trx) => markPayoutSent(trx, payout, reference, askAt, now)))) return
  } catch (error) {
    const constraint = getViolatedConstraint(error)
    if (constraint === null || !unsendable.includes(constraint)) throw error
    return applyPayoutResult(context, payout, { state: 'dropped', reason: constraint })
  }
  // Without the number of coins that came, too many would be sent. Coins that were taken back, which have none, were dropped above.
  if (payout.account !== null && payout.processor !== null && payout.coins === null)
    throw new Error('invariant: what goes back as coins came as coins')
  const sent = { ...payout, state: 'sent' as const, reference, inquiryCount: 0, tries: payout.tries + 1 }
  await handleAnswer(context, sent, await getChannel(context, payout).sendPayout(toInstruction(sent)))
}

/** Asks about each try of a payout: nothing is sent or cancelled. Only the last one can have paid. */
async function comparePayout(context: AppContext, payout: EndedPayout): Promise<void> {
  for (let number = 1; number <= payout.tries; number += 1) {
    const asked = { ...payout, reference: derivePayoutReference(payout.id, number) }
    const answer = await getChannel(context, asked).fetchStatus(toInstruction(asked))
    if (answer?.status === 'paid') await applyPayoutResult(context, asked, { ...answer, state: 'paid' })
    else if (number === payout.tries && payout.state === 'paid' && answer !== null && answer.status !== 'pending')
      // A provider that has refused a payout, or does not know it, has not paid it.
      await applyPayoutResult(context, asked, { state: 'refused', reason: answer.status })
  }
}

async function askAboutPayout(context: AppContext, payout: DuePayout): Promise<void> {
  const answer = await getChannel(context, payout).fetchStatus(toInstruction(payout))
  // A request that is still under way must not be carried out after the next one.
  const isUnknown = answer?.status === 'not_found'
  await handleAnswer(
    context,
    payout,
    isUnknown ? await getChannel(context, payout).cancelPayout(toInstruction(payout)) : answer,
  )
}

async function handleAnswer(context: AppContext, payout: DuePayout, answer: PayoutAnswer | null): Promise<void> {
  switch (answer?.status) {
    case 'paid':
      return applyPayoutResult(context, payout, { ...answer, state: 'paid' })
    case 'refused':
      return applyPayoutResult(context, payout, { ...answer, state: 'refused' })
    case 'cancelled':
      return sendAgain(context, payout)
    default:
      return postpone(context, payout)
  }
}

/** Sends a payout again, later each time, because a channel that knows none of its instructions has a fault. */
async function sendAgain(context: AppContext, payout: DuePayout): Promise<void> {
  const { clock, config, db } = context
  const now = clock.now()
  const at = new Date(computeNextSendAtMs(payout.tries - 1, now.getTime(), config.waitScale))
  await makePayoutDueAgain(db, payout, at, now)
  if (payout.tries >= alertAfterTries) await alertOperator(context, payout, payout.tries, now)
}

/** Asks about a payout again later, without end, because the money is owed. */
async function postpone(context: AppContext, payout: DuePayout): Promise<void> {
  const { clock, config, db } = context
  const now = clock.now()
  const count = payout.inquiryCount + 1
  const at = new Date(computeNextSendAtMs(payout.inquiryCount, now.getTime(), config.waitScale))
  await postponePayout(db, payout, count, at, now)
  if (count >= alertAfterTries) await alertOperator(context, payout, count, now)
}

function alertOperator({ db }: AppContext, { withdrawalId }: DuePayout, tries: number, now: Date): Promise<void> {
  return raiseAlert(db, { kind: 'payout.unanswered', subject: `withdrawal:${withdrawalId}`, detail: { tries } }, now)
}

/** Returns the channel of a payout. A refund of a charge goes by the processor that has made the charge. */
function getChannel(context: AppContext, { method, account }: Pick<DuePayout, 'method' | 'account'>) {
  return context.payoutChannels[account === null ? 'card' : payoutChannels[method]]
}

function listMethods(channel: string): WithdrawalMethod[] {
  return withdrawalMethods.filter((method) => payoutChannels[method] === channel)
}

function toInstruction(payout: Omit<DuePayout, 'state'>): PayoutInstruction {
  const {
    reference,
    method,
    amount,
    currency,
    account,
    holder,
    processor,
    chargeReference,
    processorReference,
    coins,
  } = payout
  if (reference === null) throw new Error('invariant: a payout that is sent has a reference')
  const refunded =
    account !== null || processor === null || chargeReference === null
      ? null
      : { processor, reference: chargeReference, processorReference }
  return {
    reference,
    method,
    amount,
    currency,
    account,
    holder,
    charge: refunded,
    mostCoins: formatMostCoins(amount, coins),
  }
}
