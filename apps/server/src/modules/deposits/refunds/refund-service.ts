import { processorByName } from '@tradefront/processors/registry'
import { leaseMs, nextRefundAtMs } from '@tradefront/rules/deposits/retry-schedule'

import type { Operator } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import { violatedConstraint } from '../../../platform/http/errors.ts'
import type { ProcessorGateway } from '../../../gateways/processor-gateway.ts'
import { transfer } from '../../ledger/service.ts'
import type { Deposit } from '../deposit.ts'
import type { DueRefund, RefundStore } from './refund-store.ts'

export type Refunds = ReturnType<typeof createRefunds>

type RefundsDeps = {
  readonly store: RefundStore
  readonly gateway: ProcessorGateway
  readonly clock: Clock
  readonly newId: () => string
  readonly waitScale: number
}

const suspense = { account: 'suspense', userId: null }

/** Money on its way back to a card. A refund is a call like any other: until the processor says so, it has not happened. */
export function createRefunds({ store, gateway, clock, newId, waitScale }: RefundsDeps) {
  return {
    /**
     * Takes up the refund offered for money that came after its deposit had failed.
     * @param by the operator who does it in the trader's place
     * @returns `spent` when the account no longer holds that much, `gone` when there is nothing to give back
     */
    async takeUp(deposit: Deposit, by?: Operator): Promise<'ordered' | 'spent' | 'gone'> {
      const late = deposit.captures.find((capture) => capture.place === 'credited_late')
      if (late === undefined) return 'gone'
      const now = clock.now()
      const lines = transfer({ account: 'cash', userId: deposit.userId }, suspense, late.amount, late.currency)
      const entry = { kind: 'card.late_returned', subject: `attempt:${late.attemptId}`, at: now, lines }
      try {
        const { processor, amount, currency } = late
        const what = { processor, amount, currency }
        const audit =
          by === undefined
            ? null
            : {
                by,
                action: 'deposit.refund',
                subject: `deposit:${deposit.id}`,
                before: { ...what, money: 'credited_late' },
                after: { ...what, money: 'refund_due' },
                at: now,
              }
        return (await store.order(late.attemptId, newId(), entry, audit, now)) ? 'ordered' : 'gone'
      } catch (error) {
        const constraint = violatedConstraint(error)
        if (constraint === 'ledger_balances_amount_check') return 'spent'
        // The entry stands: somebody pressed the button at the same moment.
        if (constraint === 'ledger_entries_kind_subject_key') return 'gone'
        throw error
      }
    },

    /** Asks the processors for every refund that is due. */
    async resolveDue(limit: number): Promise<DueRefund[]> {
      const now = clock.now()
      const due = await store.claimDue(now, leaseFrom(now), limit)
      await Promise.all(due.map((refund) => ask(refund)))
      return due
    },

    /** Asks for one refund now, due or not. False when the money is not on its way back. */
    async askNow(attemptId: number): Promise<boolean> {
      const refund = await store.claim(attemptId, leaseFrom(clock.now()))
      if (refund === null) return false
      await ask(refund)
      return true
    },
  }

  function leaseFrom(now: Date): Date {
    return new Date(now.getTime() + leaseMs * waitScale)
  }

  async function ask(refund: DueRefund): Promise<void> {
    const { upstream } = processorByName(refund.processor)
    const answer = await gateway.ask(upstream.refund(refund.ourRef, refund.refundRef, refund.amount, refund.currency))
    const status = answer.ok ? upstream.readRefund(answer.json)?.status : undefined
    const now = clock.now()
    switch (status) {
      case 'refunded': {
        const clearing = { account: `clearing:${refund.processor}`, userId: null }
        const lines = transfer(suspense, clearing, refund.amount, refund.currency)
        const entry = { kind: 'card.refunded', subject: `attempt:${refund.attemptId}`, at: now, lines }
        try {
          await store.settle(refund, entry, now)
        } catch (error) {
          // The entry stands: another copy asked at the same moment and was told the same.
          if (violatedConstraint(error) !== 'ledger_entries_kind_subject_key') throw error
        }
        return
      }
      case 'refused':
        await store.refuse(refund.attemptId, now)
        return
      default: {
        const next = nextRefundAtMs(refund.checks, now.getTime(), waitScale)
        await store.postpone(refund.attemptId, refund.checks + 1, new Date(next), now)
      }
    }
  }
}
