import { isDeepStrictEqual } from 'node:util'

import type { TakenBackReport } from '@tradefront/processors/processor'
import {
  captureTransitions,
  isActiveState,
  type Transition,
  transition,
} from '@tradefront/rules/deposits/deposit-state-machine'
import { computeNextInquiryAtMs } from '@tradefront/rules/deposits/retry-schedule'

import type { Clock } from '../../platform/clock.ts'
import { createKeyedQueue } from '../../platform/keyed-queue.ts'
import { buildTransferLines, type LedgerEntry, type LedgerLine } from '../ledger/service.ts'
import type { AlertKind } from './alerts/alert-kinds.ts'
import type { AttemptResult } from './attempt-result.ts'
import { buildMovementSubject, toLedgerAccount } from './capture-entry.ts'
import { deriveRefundReference } from './derive-references.ts'
import type { DepositCommands } from './deposit-commands.ts'
import type { DepositStore } from './deposit-store.ts'
import {
  type Attempt,
  type Capture,
  computeNextMovement,
  type Deposit,
  findAttempt,
  findCreditedCapture,
  listCapturesOfAttempt,
  listRemainingProcessors,
} from './deposit.ts'
import { computeLateInquiryAtMs } from './late-inquiries.ts'
import type { TakeBack, TakenBackCapture } from './refunds/take-back.ts'
import type { ResultWrite } from './result-writer.ts'

export type ApplyResult = ReturnType<typeof createApplyResult>

export type ApplyResultDeps = {
  readonly store: Pick<DepositStore, 'updateDeposit'>
  readonly clock: Clock
  readonly waitScale: number
  readonly takeBack: TakeBack
}

export type AppliedResult = {
  readonly depositId: string
  readonly userId: number
  readonly changed: boolean
  /** Reported by another processor than the attempt's. */
  readonly isRefused: boolean
}

/** Per attempt. Further ones are applied without waiting: correctness does not depend on the queue. */
const maxQueuedResults = 20

type Money = { readonly amount: number; readonly currency: string }

/**
 * All results go through here. States and money are written in one transaction. Safe to repeat.
 * @param prefetched saves reading the deposit if it has not changed since
 * @returns null for an unknown reference
 */
export function createApplyResult(deps: ApplyResultDeps) {
  // A reply and its webhook often arrive together. The second then sees the first, instead of losing to it and starting again.
  const queue = createKeyedQueue(maxQueuedResults)
  return (reference: string, reported: AttemptResult, prefetched?: Deposit): Promise<AppliedResult | null> => {
    const apply = () => applyNow(reference, reported, prefetched)
    return queue.run(reference, apply) ?? apply()
  }

  async function applyNow(
    reference: string,
    reported: AttemptResult,
    prefetched?: Deposit,
  ): Promise<AppliedResult | null> {
    const applied = await writeNow(reference, reported, prefetched)
    if (applied === null) return null
    const { takenBack, ...result } = applied
    if (takenBack === null) return result
    // The capture has changed meanwhile, e.g. by a refund of the trader: the report is judged again.
    return (await deps.takeBack(takenBack, reported)) ? { ...result, changed: true } : applyNow(reference, reported)
  }

  function writeNow(
    reference: string,
    reported: AttemptResult,
    prefetched: Deposit | undefined,
  ): Promise<(AppliedResult & { readonly takenBack: TakenBackCapture | null }) | null> {
    const decide = async (deposit: Deposit, commands: DepositCommands) => {
      const { id: depositId, userId } = deposit
      const unchanged = { depositId, userId, changed: false, isRefused: false, takenBack: null }
      const attempt = findAttempt(deposit, reference)
      if (attempt === undefined) return unchanged
      if (reported.reportedBy !== undefined && reported.reportedBy !== attempt.processor)
        return { ...unchanged, isRefused: true }
      const { takenBackAs } = reported
      if (takenBackAs !== undefined) {
        const captures = listCapturesOfAttempt(deposit, attempt.id).filter((each) => isKnownCharge([each], reported))
        if (captures.some(({ status }) => isTakenBackAlready(status, takenBackAs))) return unchanged
        const capture = captures.find(({ status }) => captureTransitions[status].includes('taken_back'))
        if (capture !== undefined) return { ...unchanged, takenBack: { deposit, capture } }
      }
      const isUnexplained = takenBackAs !== undefined
      const isInDoubt = !isUnexplained && isActiveState(attempt.state) && isAboutOtherCharge(deposit, attempt, reported)
      const result: AttemptResult = isInDoubt
        ? { source: reported.source, state: 'in_doubt', errorClass: 'other_reference' }
        : isUnexplained
          ? { ...reported, state: 'manual_review' }
          : reported
      const next = computeTransition(deposit, attempt, result)
      const changed =
        next.attempt !== attempt.state ||
        next.deposit !== deposit.state ||
        next.captureStatus !== null ||
        result.nativeReply !== undefined ||
        isNewAction(attempt, next, result)
      if (!changed && !isInDoubt && !isUnexplained && !isNewsAboutCapturedMoney(deposit, attempt, result))
        return unchanged
      const built = buildResultWrite(deps, deposit, attempt, result, next)
      const subject = `attempt:${attempt.id}`
      const write: ResultWrite = isInDoubt
        ? { ...built, alert: { kind: 'attempt.other_reference', subject } }
        : isUnexplained
          ? {
              ...built,
              event: { ...built.event, reportedState: takenBackAs },
              alert: { kind: 'deposit.unexplained_return', subject },
            }
          : built
      await commands.writeResult(changed ? write : { ...write, audit: null }, deps.clock.now())
      return { ...unchanged, changed }
    }
    return deps.store.updateDeposit({ reference }, decide, prefetched)
  }
}

/** Repeated, or the refund that we asked for. */
function isTakenBackAlready(status: Capture['status'], report: TakenBackReport): boolean {
  return status === 'taken_back' || (report === 'refunded' && (status === 'refund_due' || status === 'refunded'))
}

/** Nothing was charged so far, and the processor names another charge than before. */
function isAboutOtherCharge(deposit: Deposit, attempt: Attempt, { processorReference = null }: AttemptResult): boolean {
  const known = attempt.processorReference
  const isKnown = processorReference === null || known === null || processorReference === known
  return !isKnown && listCapturesOfAttempt(deposit, attempt.id).length === 0
}

function computeTransition(deposit: Deposit, attempt: Attempt, result: AttemptResult): Transition {
  const { state, money } = result
  const captures = listCapturesOfAttempt(deposit, attempt.id)
  return transition(
    {
      attempt: attempt.state,
      deposit: deposit.state,
      isCaptured: captures.length > 0,
      // A charge of another processor is not credited instead of money that was taken back.
      isCredited:
        findCreditedCapture(deposit) !== null || deposit.captures.some(({ status }) => status === 'taken_back'),
      hasRemainingProcessors: listRemainingProcessors(deposit).length > 0,
      isCloseRequested: deposit.isCloseRequested,
    },
    {
      state,
      amountMatches:
        money?.amount === deposit.amount &&
        money.currency === deposit.currency &&
        !isAboutOtherCharge(deposit, attempt, result),
      isKnownCharge: isKnownCharge(captures, result),
    },
  )
}

/** Is kept as an event, even if it changes nothing. A confirmation that is repeated word for word is not news. */
function isNewsAboutCapturedMoney(deposit: Deposit, attempt: Attempt, result: AttemptResult): boolean {
  const captures = listCapturesOfAttempt(deposit, attempt.id)
  const { state, processorReference = null } = result
  const isRepeated = captures.some((capture) => capture.processorReference === processorReference)
  return captures.length > 0 && !(state === 'succeeded' && isRepeated && isKnownCharge(captures, result))
}

/** Same amount and processor reference. An operator's finding has no reference. */
function isKnownCharge(captures: readonly Capture[], { money, processorReference = null }: AttemptResult): boolean {
  return captures.some((capture) => {
    // Booked by mistake: what is reported now is another charge.
    if (capture.status === 'reversed') return false
    if (money !== undefined && (money.amount !== capture.amount || money.currency !== capture.currency)) return false
    const known = capture.processorReference
    return known === null || processorReference === null || known === processorReference
  })
}

function isNewAction(attempt: Attempt, next: Transition, { state, action }: AttemptResult): boolean {
  if (next.attempt !== 'requires_action' || state !== 'requires_action' || action === undefined) return false
  return !isDeepStrictEqual(action, attempt.action)
}

function buildResultWrite(
  { clock, waitScale }: ApplyResultDeps,
  deposit: Deposit,
  attempt: Attempt,
  result: AttemptResult,
  next: Transition,
): ResultWrite {
  const now = clock.now()
  const money = result.money ?? { amount: deposit.amount, currency: deposit.currency }
  const isRefundDue = next.captureStatus === 'refund_due'
  const captures = listCapturesOfAttempt(deposit, attempt.id)
  const number = captures.length + 1
  const movement = computeNextMovement(deposit, attempt.id)
  const capturedReference = result.processorReference ?? (number === 1 ? attempt.processorReference : null)
  const hasBonus = next.captureStatus === 'credited' && deposit.bonus > 0
  return {
    attempt: buildAttemptChange(attempt, captures, result, next, now, waitScale),
    deposit: {
      state: next.deposit,
      reason: determineReason(deposit, result, next),
      reasonText:
        next.deposit === 'failed' && captures.length === 0
          ? (result.reasonText ?? deposit.reasonText)
          : deposit.reasonText,
      ended: next.deposit === 'succeeded' || next.deposit === 'failed',
    },
    event: {
      source: result.source,
      reportedState: result.state,
      stateBefore: attempt.state,
      detail: {
        capture: next.captureStatus,
        error: result.errorClass ?? null,
        deposit: next.deposit,
        ...(result.processorReference != null && { processorReference: result.processorReference }),
        ...(result.money !== undefined && { amount: result.money.amount, currency: result.money.currency }),
      },
    },
    capture:
      next.captureStatus === null
        ? null
        : {
            ...money,
            number,
            movement,
            processor: attempt.processor,
            processorReference: capturedReference,
            status: next.captureStatus,
            reason: next.captureStatus !== 'suspense' ? null : number > 1 ? 'second_charge' : 'amount_differs',
            refundReference: isRefundDue ? deriveRefundReference(attempt.reference, movement) : null,
            nextCheckAt: isRefundDue ? now : null,
          },
    entry: buildLedgerEntry(deposit, attempt, next, money, movement, now),
    wagering: hasBonus
      ? {
          userId: deposit.userId,
          source: `deposit:${deposit.id}`,
          currency: deposit.currency,
          bonus: deposit.bonus,
          required: deposit.wageringRequired,
          at: now,
        }
      : null,
    audit: buildAuditEntry(deposit, attempt, result, next, money, now),
    alert: next.raisesAlert ? { kind: deriveAlertKind(next, number), subject: `attempt:${attempt.id}` } : null,
  }
}

function buildAttemptChange(
  attempt: Attempt,
  captures: readonly Capture[],
  result: AttemptResult,
  next: Transition,
  now: Date,
  waitScale: number,
): ResultWrite['attempt'] {
  const hasChangedState = next.attempt !== attempt.state
  // Waits for the user, for the processor and after the end have separate timers.
  const startsNewWait =
    hasChangedState &&
    (next.attempt === 'requires_action' || attempt.state === 'requires_action' || !isActiveState(next.attempt))
  const inquiryCount = startsNewWait ? 0 : attempt.inquiryCount
  const waitingSinceMs = startsNewWait ? now.getTime() : attempt.waitingSinceMs
  const nextCheckMs = hasChangedState
    ? (computeNextInquiryAtMs(next.attempt, inquiryCount, now.getTime(), waitScale) ??
      computeLateInquiryAtMs(attempt, next.attempt, inquiryCount, waitingSinceMs, now.getTime(), waitScale))
    : attempt.nextCheckAtMs
  const isCaptured = captures.length > 0
  // Never overwritten once money is captured under it.
  const processorReference = isCaptured
    ? (attempt.processorReference ?? (isKnownCharge(captures, result) ? (result.processorReference ?? null) : null))
    : (result.processorReference ?? attempt.processorReference)
  return {
    id: attempt.id,
    state: next.attempt,
    processorReference,
    errorClass: isCaptured ? attempt.errorClass : (result.errorClass ?? attempt.errorClass),
    action: next.attempt === 'requires_action' ? (result.action ?? attempt.action) : null,
    replayedReplies: result.nativeReply === undefined ? {} : { [result.nativeReply.call]: result.nativeReply.reply },
    inquiryCount,
    waitingSince: new Date(waitingSinceMs),
    nextCheckAt: nextCheckMs === null ? null : new Date(nextCheckMs),
  }
}

function deriveAlertKind({ captureStatus }: Transition, captureNumber: number): AlertKind {
  if (captureNumber > 1) return 'deposit.second_charge'
  if (captureStatus === 'suspense') return 'deposit.suspense'
  return captureStatus === 'refund_due' ? 'deposit.refund_due' : 'deposit.manual_review'
}

/** Returns a text key. */
function determineReason(deposit: Deposit, result: AttemptResult, next: Transition): string | null {
  if (next.deposit === 'succeeded') return null
  if (next.deposit === deposit.state) return deposit.reason
  if (next.deposit === 'review') return 'cards.review'
  if (next.deposit !== 'failed') return deposit.reason
  return deposit.isCloseRequested ? deposit.reason : (result.reason ?? 'cascade_card.failed')
}

function buildLedgerEntry(
  deposit: Deposit,
  attempt: Attempt,
  { captureStatus }: Transition,
  { amount, currency }: Money,
  movement: number,
  at: Date,
): LedgerEntry | null {
  if (captureStatus === null) return null
  const clearing = { account: `clearing:${attempt.processor}`, userId: null }
  const target = toLedgerAccount(captureStatus, attempt.processor, deposit.userId)
  const lines: LedgerLine[] = buildTransferLines(clearing, target, amount, currency)
  if (captureStatus === 'credited' && deposit.bonus > 0) {
    lines.push(
      { account: 'bonus_expense', userId: null, currency, amount: -deposit.bonus },
      { account: 'bonus', userId: deposit.userId, currency, amount: deposit.bonus },
    )
  }
  return { kind: `deposit.${captureStatus}`, subject: buildMovementSubject(attempt.id, movement), at, lines }
}

function buildAuditEntry(
  deposit: Deposit,
  attempt: Attempt,
  { operatorAction }: AttemptResult,
  next: Transition,
  money: Money,
  at: Date,
): ResultWrite['audit'] {
  if (operatorAction === undefined) return null
  const { processor } = attempt
  return {
    ...operatorAction,
    subject: `deposit:${deposit.id}`,
    before: { deposit: deposit.state, processor, attempt: attempt.state },
    after: {
      deposit: next.deposit,
      processor,
      attempt: next.attempt,
      ...(next.captureStatus !== null && { money: next.captureStatus, ...money }),
    },
    at,
  }
}
