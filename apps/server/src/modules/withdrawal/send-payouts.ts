import {
  alertAfterTries,
  computeCallTimeoutMs,
  computeNextSendAtMs,
  leaseMs,
} from '@tradefront/rules/time/retry-schedule'
import { formatMostCoins } from './money-store.ts'
import { payoutChannels, type WithdrawalMethod, withdrawalMethods } from '@tradefront/rules/withdrawal/methods'

import type { PayoutAnswer, PayoutChannels, PayoutInstruction } from '../../gateways/payouts/payout-channel.ts'
import { type Clock, dayMs } from '../../platform/clock.ts'
import type { ConstraintName } from '../../platform/database/constraints.ts'
import type { Db } from '../../platform/database/database.ts'
import { deriveUuid } from '../../platform/derive-uuid.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'
import { raiseAlert } from '../alerts/service.ts'
import type { ApplyPayoutResult } from './apply-payout-result.ts'
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

/** Never changes: a channel knows each try by it. */
const namespace = '8f0b5a4e-7f0c-4b8e-9d5c-3c1f6c2a9e11'
const payoutsPerRound = 20
/** What has happened since the approval. */
const unsendable: readonly ConstraintName[] = ['payouts_capture_gone', 'payouts_debt', 'payouts_destination_gone']
/** A contradiction that comes later is left to the provider's support. */
const comparedMs = 3 * dayMs
const comparedAtOnce = 100

/** The same after a lost commit, so that the channel recognizes what it has carried out. @param tryNumber from 1 */
export function derivePayoutReference(payoutId: string, tryNumber: number): string {
  return deriveUuid(namespace, `${payoutId}/${tryNumber}`)
}

export type SendPayoutsDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly channels: PayoutChannels
  readonly applyPayoutResult: ApplyPayoutResult
  readonly onError: (error: unknown) => void
  readonly waitScale: number
}

/**
 * Sends each payout exactly once. `sent` is committed before the call. Without a clear answer the channel is asked about this try, and it
 * is never sent again under its reference. Only a channel that does not know the try, and promises never to carry it out, makes the payout
 * due again. Safe to run on every server at once.
 */
export function createSendPayouts(deps: SendPayoutsDeps) {
  const { db, clock, channels, applyPayoutResult, onError, waitScale } = deps
  /** One round of each channel at a time, so that one that does not answer leaves the others theirs. */
  const running = new Map<string, Promise<void>>()
  const computeLeaseEnd = (now: Date) => new Date(now.getTime() + leaseMs * waitScale)

  const handleDue = async (payout: DuePayout): Promise<void> => {
    try {
      await (payout.state === 'due' ? send(payout) : ask(payout))
    } catch (error) {
      onError(error)
      await postpone(payout).catch(onError)
    }
  }

  const runRound = async (methods: readonly WithdrawalMethod[]): Promise<void> => {
    const now = clock.now()
    const due = await claimDuePayouts(db, methods, now, computeLeaseEnd(now), payoutsPerRound)
    await Promise.all(due.map(handleDue))
  }

  return {
    /** Run by a job. Does not wait for the calls. */
    async sendDuePayouts(): Promise<void> {
      for (const method of await listDueMethods(db, clock.now())) {
        const channel = payoutChannels[method]
        if (running.has(channel)) continue
        const round = runRound(listMethods(channel)).catch(onError)
        running.set(
          channel,
          round.finally(() => running.delete(channel)),
        )
      }
    },

    /** Asks now, whenever the next inquiry is due. False if it is not being sent. */
    async askNow(payoutId: string): Promise<boolean> {
      const now = clock.now()
      const payout = await claimPayout(db, payoutId, now, computeLeaseEnd(now))
      if (payout !== null) await handleDue(payout)
      return payout !== null
    },

    /** Run every night: asks providers about what has ended. `applyPayoutResult` raises an alert if an answer contradicts it. */
    async compareEndedPayouts(): Promise<void> {
      const until = clock.now()
      const since = new Date(until.getTime() - comparedMs)
      for (let last: EndedPayout | null = null, isDone = false; !isDone;) {
        const page: readonly EndedPayout[] = await listEndedPayouts(db, since, until, last, comparedAtOnce)
        for (const payout of page) await compare(payout).catch(onError)
        last = page.at(-1) ?? null
        isDone = page.length < comparedAtOnce
      }
    },

    waitForCalls: async (): Promise<void> => {
      await Promise.all(running.values())
    },
  }

  async function send(payout: DuePayout): Promise<void> {
    const reference = derivePayoutReference(payout.id, payout.tries + 1)
    const now = clock.now()
    // Not before the call has timed out.
    const askAt = new Date(now.getTime() + computeCallTimeoutMs(waitScale) + 10_000 * waitScale)
    try {
      if (!(await markPayoutSent(db, payout, reference, askAt, now))) return
    } catch (error) {
      const constraint = getViolatedConstraint(error)
      if (constraint === null || !unsendable.includes(constraint)) throw error
      return applyPayoutResult(payout, { state: 'dropped', reason: constraint })
    }
    // Without the number of coins that came, too many would be sent. Coins that were taken back, which have none, were dropped above.
    if (payout.account !== null && payout.processor !== null && payout.coins === null)
      throw new Error('invariant: what goes back as coins came as coins')
    const sent = { ...payout, state: 'sent' as const, reference, inquiryCount: 0, tries: payout.tries + 1 }
    await handleAnswer(sent, await getChannel(payout).sendPayout(toInstruction(sent)))
  }

  /** Only asks about each try: nothing is sent or cancelled. Only the last one can have paid. */
  async function compare(payout: EndedPayout): Promise<void> {
    for (let number = 1; number <= payout.tries; number += 1) {
      const asked = { ...payout, reference: derivePayoutReference(payout.id, number) }
      const answer = await getChannel(asked).fetchStatus(toInstruction(asked))
      if (answer?.status === 'paid') await applyPayoutResult(asked, { ...answer, state: 'paid' })
      else if (number === payout.tries && payout.state === 'paid' && answer !== null && answer.status !== 'pending')
        // A provider that has refused, or does not know, what it has paid has not paid it.
        await applyPayoutResult(asked, { state: 'refused', reason: answer.status })
    }
  }

  async function ask(payout: DuePayout): Promise<void> {
    const answer = await getChannel(payout).fetchStatus(toInstruction(payout))
    // A request that is still under way must not be carried out after the next one.
    const isUnknown = answer?.status === 'not_found'
    await handleAnswer(payout, isUnknown ? await getChannel(payout).cancelPayout(toInstruction(payout)) : answer)
  }

  async function handleAnswer(payout: DuePayout, answer: PayoutAnswer | null): Promise<void> {
    switch (answer?.status) {
      case 'paid':
        return applyPayoutResult(payout, { ...answer, state: 'paid' })
      case 'refused':
        return applyPayoutResult(payout, { ...answer, state: 'refused' })
      case 'cancelled':
        return sendAgain(payout)
      default:
        return postpone(payout)
    }
  }

  /** Later each time, because a channel that knows none of its instructions has a fault. */
  async function sendAgain(payout: DuePayout): Promise<void> {
    const now = clock.now()
    const at = new Date(computeNextSendAtMs(payout.tries - 1, now.getTime(), waitScale))
    await makePayoutDueAgain(db, payout, at, now)
    if (payout.tries >= alertAfterTries) await alertOperator(payout, payout.tries, now)
  }

  /** It is asked about again later, without end, because the money is owed. */
  async function postpone(payout: DuePayout): Promise<void> {
    const now = clock.now()
    const count = payout.inquiryCount + 1
    const at = new Date(computeNextSendAtMs(payout.inquiryCount, now.getTime(), waitScale))
    await postponePayout(db, payout, count, at, now)
    if (count >= alertAfterTries) await alertOperator(payout, count, now)
  }

  function alertOperator({ withdrawalId }: DuePayout, tries: number, now: Date): Promise<void> {
    return raiseAlert(db, { kind: 'payout.unanswered', subject: `withdrawal:${withdrawalId}`, detail: { tries } }, now)
  }

  /** A refund of a charge goes by the processor that has made it. */
  function getChannel({ method, account }: Pick<DuePayout, 'method' | 'account'>) {
    return channels[account === null ? 'card' : payoutChannels[method]]
  }
}

function listMethods(channel: string): WithdrawalMethod[] {
  return withdrawalMethods.filter((method) => payoutChannels[method] === channel)
}

function toInstruction(payout: Omit<DuePayout, 'state'>): PayoutInstruction {
  const { reference, method, amount, currency, account, holder, processor, chargeReference, coins } = payout
  if (reference === null) throw new Error('invariant: a payout that is sent has a reference')
  const refunded =
    account !== null || processor === null || chargeReference === null
      ? null
      : { processor, reference: chargeReference }
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
