import { getProcessor } from '@tradefront/processors/registry'
import { leaseMs, computeNextRefundAtMs } from '@tradefront/rules/deposits/retry-schedule'

import type { Operator } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import { getViolatedConstraint } from '../../../platform/http/errors.ts'
import type { ProcessorGateway } from '../../../gateways/processor-gateway.ts'
import { buildTransferLines } from '../../ledger/service.ts'
import type { Deposit } from '../deposit.ts'
import type { DueRefund, RefundStore } from './refund-store.ts'

export type RefundService = ReturnType<typeof createRefundService>

type RefundServiceDeps = {
  readonly store: RefundStore
  readonly gateway: ProcessorGateway
  readonly clock: Clock
  readonly newId: () => string
  readonly waitScale: number
}

const suspense = { account: 'suspense', userId: null }

/** Money on its way back to a card. A refund is a call like any other: until the processor says so, it has not happened. */
export function createRefundService({ store, gateway, clock, newId, waitScale }: RefundServiceDeps) {
  return {
    /**
     * Takes up the refund offered for money that came after its deposit had failed.
     * @param by the operator who does it in the trader's place
     * @returns `spent` when the account no longer holds that much, `gone` when there is nothing to give back
     */
    async requestRefund(deposit: Deposit, by?: Operator): Promise<'requested' | 'spent' | 'gone'> {
      const lateCapture = deposit.captures.find((capture) => capture.place === 'credited_late')
      if (lateCapture === undefined) return 'gone'
      const now = clock.now()
      const lines = buildTransferLines(
        { account: 'cash', userId: deposit.userId },
        suspense,
        lateCapture.amount,
        lateCapture.currency,
      )
      const entry = { kind: 'card.late_returned', subject: `attempt:${lateCapture.attemptId}`, at: now, lines }
      try {
        const { processor, amount, currency } = lateCapture
        const details = { processor, amount, currency }
        const audit =
          by === undefined
            ? null
            : {
                by,
                action: 'deposit.refund',
                subject: `deposit:${deposit.id}`,
                before: { ...details, money: 'credited_late' },
                after: { ...details, money: 'refund_due' },
                at: now,
              }
        return (await store.markRefundDue(lateCapture.attemptId, newId(), entry, audit, now)) ? 'requested' : 'gone'
      } catch (error) {
        const constraint = getViolatedConstraint(error)
        if (constraint === 'ledger_balances_amount_check') return 'spent'
        // The entry stands: somebody pressed the button at the same moment.
        if (constraint === 'ledger_entries_kind_subject_key') return 'gone'
        throw error
      }
    },

    /** Asks the processors for every refund that is due. */
    async processDueRefunds(limit: number): Promise<DueRefund[]> {
      const now = clock.now()
      const due = await store.claimDueRefunds(now, computeLeaseEnd(now), limit)
      await Promise.all(due.map((refund) => processRefund(refund)))
      return due
    },

    /** Asks for one refund now, due or not. False when the money is not on its way back. */
    async processRefundNow(attemptId: number): Promise<boolean> {
      const refund = await store.claimRefund(attemptId, computeLeaseEnd(clock.now()))
      if (refund === null) return false
      await processRefund(refund)
      return true
    },
  }

  function computeLeaseEnd(now: Date): Date {
    return new Date(now.getTime() + leaseMs * waitScale)
  }

  async function processRefund(refund: DueRefund): Promise<void> {
    const { upstream } = getProcessor(refund.processor)
    const response = await gateway.sendRequest(
      upstream.buildRefundRequest(refund.ourRef, refund.refundRef, refund.amount, refund.currency),
    )
    const status = response.ok ? upstream.parseRefundStatus(response.json)?.status : undefined
    const now = clock.now()
    switch (status) {
      case 'refunded': {
        const clearing = { account: `clearing:${refund.processor}`, userId: null }
        const lines = buildTransferLines(suspense, clearing, refund.amount, refund.currency)
        const entry = { kind: 'card.refunded', subject: `attempt:${refund.attemptId}`, at: now, lines }
        try {
          await store.markRefunded(refund, entry, now)
        } catch (error) {
          // The entry stands: another copy asked at the same moment and was told the same.
          if (getViolatedConstraint(error) !== 'ledger_entries_kind_subject_key') throw error
        }
        return
      }
      case 'refused':
        await store.markRefused(refund.attemptId, now)
        return
      default: {
        const next = computeNextRefundAtMs(refund.checks, now.getTime(), waitScale)
        await store.scheduleRetry(refund.attemptId, refund.checks + 1, new Date(next), now)
      }
    }
  }
}
