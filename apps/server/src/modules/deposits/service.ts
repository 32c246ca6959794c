import { isClaimCode } from '@tradefront/rules/deposits/claims'
import { isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'
import { refuse, type Result } from '@tradefront/rules/result'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { raiseAlert } from '../alerts/service.ts'
import { createApplyReceipt } from './apply-receipt.ts'
import { createApplyResult } from './apply-result.ts'
import { createAttemptInquirer } from './attempt-inquirer.ts'
import { createCancelStep } from './cancel-step.ts'
import { createClaims } from './claims.ts'
import { createCheckLedgerEntries } from './check-ledger-entries.ts'
import { createListDeposits } from './deposit-list-query.ts'
import { createDepositBatches, type DepositBatches } from './deposit-store.ts'
import type { DepositWithContext } from './deposit.ts'
import { createOpenDeposit } from './open-deposit.ts'
import { createOperatorService } from './operator/operator-service.ts'
import type { PaymentProviders } from './payment-provider.ts'
import { createRefundService, type RefundRefusal } from './refunds/refund-service.ts'
import type { PayoutStop } from './refunds/payout-stop.ts'
import { createReversalService } from './refunds/reversal-service.ts'
import { createSuspenseService } from './refunds/suspense-service.ts'
import { repairDueTimes } from './repair-due-times.ts'
import { createTakeBack } from './refunds/take-back.ts'
import { createCompareStatements } from './statements/compare-statements.ts'
import { createWebhooks } from './webhooks.ts'

export { buildPrecheckAlert } from './apply-result.ts'
export { hashPayment } from './open-deposit.ts'
export { countDeposits, type DepositCounts } from './deposit-limit-store.ts'
export {
  findActiveAtProcessor,
  findDepositById,
  findDepositByKey,
  findOpenDeposit,
  hasSession,
  listRecentDeposits,
} from './deposit-lookup-store.ts'
export { insertDeposit } from './deposit-store.ts'
export { makeInquiryDue } from './due-work-store.ts'
export type { ReceiptCredit } from './apply-receipt.ts'
export type { AttemptResult } from './attempt-result.ts'
export type { ClaimDecision } from './claims.ts'
export type { DepositCommands } from './deposit-commands.ts'
export {
  type Attempt,
  type Deposit,
  type DepositPromo,
  type DepositWithContext,
  findAttempt,
  findNextProcessor,
  listCreditedCaptures,
  isOpen,
  type NativeReply,
  type Payer,
} from './deposit.ts'
import { findDepositById } from './deposit-lookup-store.ts'
import { makeInquiryDue } from './due-work-store.ts'
export { deriveAttemptReference, deriveDepositId } from './derive-references.ts'
export { insertInvoiceDeposit } from './insert-invoice-deposit.ts'
export { toDepositView } from './deposit-view.ts'
export type { PaymentProvider, DepositWebhook } from './payment-provider.ts'
export { type DepositTerms, quotePayment } from './quote-payment.ts'
export type { PayoutStop } from './refunds/payout-stop.ts'

export type DepositsService = ReturnType<typeof createDepositsService>

export type DepositsDeps = {
  readonly db: Db
  readonly reports: Db
  readonly clock: Clock
  readonly newId: () => string
  readonly providers: PaymentProviders
  readonly payouts: PayoutStop
  /** Never throws. */
  readonly notifyDepositChanged: (deposit: DepositWithContext) => Promise<void>
  /** For failures of background work. Never throws. */
  readonly onError: (error: unknown) => void
  readonly waitScale: number
}

/** A payment method registers a `PaymentProvider`. */
export function createDepositsService(deps: DepositsDeps) {
  const { db, clock, newId, waitScale, notifyDepositChanged } = deps
  const batches = createDepositBatches(db)
  const onResultApplied = createResultNotifier({ db, batches, clock, notifyDepositChanged })
  const refunds = createRefundService({ ...deps, onResultApplied })
  const reversals = createReversalService({ db, payouts: deps.payouts, clock })
  const suspense = createSuspenseService({ batches, clock })
  const takeBack = createTakeBack({ reversals, suspense })
  const applyResult = createApplyResult({
    batches,
    clock,
    waitScale,
    takeBack,
    raiseAlert: (alert) => raiseAlert(db, alert, clock.now()),
  })
  const inquirer = createAttemptInquirer({ ...deps, batches, applyResult, onResultApplied })
  const claims = createClaims({ db, batches, clock, waitScale, onResultApplied })
  const webhooks = createWebhooks({ ...deps, applyResult, onResultApplied })
  const dueWork = [webhooks.rounds, inquirer.rounds, refunds.rounds]

  return {
    ...batches,
    applyResult,
    ...createApplyReceipt({ batches, clock, waitScale }),
    receiveWebhook: webhooks.receiveWebhook,
    onResultApplied,
    notifyDepositChanged,
    openDeposit: createOpenDeposit({ db, batches, clock, newId }),
    listDeposits: createListDeposits(db),
    cancelStep: createCancelStep({ ...deps, batches, inquirer, onResultApplied }),
    requestRefund: createLateMoneyChoice(deps, async (deposit) =>
      deposit.captures.some(({ isKept, processor }) => isKept || isClaimCode(processor))
        ? refuse('deposits.refund_kept')
        : refunds.refundLateSuccess(deposit),
    ),
    keepLateMoney: createLateMoneyChoice(deps, refunds.keepLateSuccess),
    submitClaim: claims.submitClaim,
    inquireAttempt: inquirer.inquireAttempt,
    operator: createOperatorService({
      db,
      reports: deps.reports,
      batches,
      applyResult,
      inquirer,
      refunds,
      suspense,
      reversals,
      clock,
      waitScale,
      onResultApplied,
      decideClaim: claims.decideClaim,
    }),

    // Each job is safe to run on every server at once.
    applyDueWebhooks: webhooks.rounds.startRounds,
    inquireDueAttempts: inquirer.rounds.startRounds,
    sendDueRefunds: refunds.rounds.startRounds,
    closeIdleDeposits: inquirer.closeIdleDeposits,
    repairDueTimes: () => repairDueTimes(db, clock.now()),
    compareStatements: createCompareStatements({ ...deps, inquireAttempt: inquirer.inquireAttempt, onResultApplied }),
    deleteOldWebhooks: webhooks.deleteOldWebhooks,
    checkLedgerEntries: createCheckLedgerEntries({ db, reports: deps.reports, clock }),

    /** The frequent jobs, one after the other. */
    async processDueWork(): Promise<void> {
      for (const rounds of dueWork) await rounds.runRounds()
      await inquirer.closeIdleDeposits()
    },

    /** Waits for the calls in progress. */
    async close(): Promise<void> {
      await Promise.all(dueWork.map((rounds) => rounds.waitForRounds()))
    },
  }
}

type NotifierDeps = Pick<DepositsDeps, 'db' | 'clock' | 'notifyDepositChanged'> & { readonly batches: DepositBatches }

/** For results that are not replies to the user; also cancels unneeded attempts. */
function createResultNotifier({ db, batches, clock, notifyDepositChanged }: NotifierDeps) {
  return async (reference: string): Promise<void> => {
    const deposit = await batches.findByAttemptReference(reference)
    if (deposit === null) return
    await notifyDepositChanged(deposit)
    const unneededAttempt = deposit.attempts.find(
      (attempt) => attempt.reference !== reference && isActiveState(attempt.state),
    )
    if (deposit.state === 'succeeded' && unneededAttempt !== undefined)
      await makeInquiryDue(db, unneededAttempt.reference, clock.now())
  }
}

function createLateMoneyChoice(
  { db, notifyDepositChanged }: Pick<DepositsDeps, 'db' | 'notifyDepositChanged'>,
  choose: (deposit: DepositWithContext) => Promise<Result<void, RefundRefusal | 'deposits.refund_kept'>>,
) {
  return async (userId: number, id: string) => {
    const deposit = await findDepositById(db, userId, id)
    if (deposit === null) throw new AppError('errors.not_found')
    const result = await choose(deposit)
    const fresh = (await findDepositById(db, userId, id)) ?? deposit
    if (result.ok) await notifyDepositChanged(fresh)
    return { result, deposit: fresh }
  }
}
