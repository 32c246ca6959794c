export { announceResult, publishDeposit } from './announce-result.ts'
export { applyResult, buildPrecheckAlert } from './apply-result.ts'
export { creditReceipt, endInvoice, type ReceiptCredit } from './apply-receipt.ts'
export type { AttemptResult } from './attempt-result.ts'
export { submitClaim } from './claims.ts'
export { countDeposits, type DepositCounts } from './deposit-limit-store.ts'
export {
  findActiveAtProcessor,
  findDepositById,
  findDepositByKey,
  findOpenDeposit,
  hasSession,
  listRecentDeposits,
} from './deposit-lookup-store.ts'
export {
  createDepositBatches,
  type DepositBatches,
  findDepositByReference,
  findDepositForPoll,
  insertDeposit,
} from './deposit-store.ts'
export { toDepositView } from './deposit-view.ts'
export { closeDeposit, insertAttempt, markAttemptResent } from './deposit-writes.ts'
export { updateDeposit } from './update-deposit.ts'
export {
  type Attempt,
  type Deposit,
  type DepositPromo,
  type DepositWithContext,
  findAttempt,
  findNextProcessor,
  isOpen,
  listCreditedCaptures,
  type NativeReply,
  type Payer,
} from './deposit.ts'
export { deriveAttemptReference, deriveDepositId } from './derive-references.ts'
export { makeInquiryDue } from './due-work-store.ts'
export { inquireAttempt } from './inquire-attempt.ts'
export { findUnknownCharges } from './statements/find-unknown-charges.ts'
export { insertInvoiceDeposit } from './insert-invoice-deposit.ts'
export { hashPayment, openDeposit } from './open-deposit.ts'
export type { DepositWebhook, PaymentProvider, PaymentProviders } from './payment-provider.ts'
export { type DepositTerms, quotePayment } from './quote-payment.ts'
export { receiveWebhook } from './receive-webhook.ts'
export type { PayoutStop } from './refunds/payout-stop.ts'
