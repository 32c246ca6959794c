import type { PaymentRequest } from '@tradefront/contract/deposits'
import type { Deposit } from '@tradefront/contract/domain/deposits'
import type { CallInput, Processor, ReplyOutcome, WalletFields } from '@tradefront/processors/processor'
import { getProcessor } from '@tradefront/processors/registry'

import { ApiError } from '../../../platform/api/api-error.ts'
import { assertNever } from '../../../platform/assert-never.ts'
import { cancelStep, loadOverview, type OpenDepositReply } from '../../deposits/api.ts'
import { openCardDeposit, performProcessorCall, type ProcessorReply, topUpSavedCard } from '../api.ts'
import { getNextAction, getNextActionAfterReply, type NextAction } from './next-action.ts'
import type { PaymentContext, PaymentRun } from './payment-context.ts'
import { acceptDeposit, type PaymentState, updateState } from './payment-state.ts'

/** Pause between two attempts to reach the server. */
export const retryMs = 2000

/** Call that opens the deposit. That of a top-up or a wallet also starts its first step. */
export type Opening =
  /** `card` is null for the server's choice. */
  | { readonly kind: 'card'; readonly card: string | null }
  | { readonly kind: 'top_up'; readonly card: string }
  | { readonly kind: 'wallet'; readonly wallet: Processor; readonly fields: WalletFields }

/** `firstAction` is what the reply leads to, e.g. the wallet's page. Without it, the state of the deposit decides. */
type OpenedPayment = OpenDepositReply & { readonly firstAction?: NextAction }

/** Opens a payment. It is safe to repeat with the same key. */
export function openPayment(payment: PaymentRequest, key: string, opening: Opening): Promise<OpenedPayment> {
  switch (opening.kind) {
    case 'card':
      return openCardDeposit(payment, key, opening.card)
    case 'top_up':
      return topUpSavedCard(payment, key, opening.card)
    case 'wallet':
      return openWalletPayment(payment, key, opening.wallet, opening.fields)
    default:
      return assertNever(opening)
  }
}

async function openWalletPayment(
  payment: PaymentRequest,
  key: string,
  wallet: Processor,
  fields: WalletFields,
): Promise<OpenedPayment> {
  const input = { payment, transactionId: '', id: '', wallet: { ...fields, random: key } }
  const { native, deposit, error, message = null } = await performProcessorCall(wallet, 'start', input, key)
  if (deposit === null) return { deposit, error, message }
  return {
    deposit,
    error,
    message,
    firstAction: getNextActionAfterReply(wallet.interpretStartReply(native), deposit),
  }
}

export function toCallInput(
  { deposit, payment }: Pick<PaymentState, 'deposit' | 'payment'>,
  secret: Pick<CallInput, 'token' | 'cvv'> = {},
): CallInput {
  const { amount, fixed, bonus } = deposit ?? payment ?? { amount: 0, fixed: 0, bonus: 0 }
  return {
    payment: { amount, fixed, bonus },
    transactionId: deposit?.step?.transactionId ?? '',
    id: deposit?.id ?? '',
    ...secret,
  }
}

/** Loads the deposit, by the processor's listen call if it has one. */
export async function pollDeposit(context: PaymentContext, deposit: Deposit): Promise<NextAction> {
  const processor = deposit.step === null ? null : getProcessor(deposit.step.processor)
  if (processor?.interpretListenReply === undefined) return getNextAction(await reloadDeposit(context))
  const reply = await performProcessorCall(processor, 'listen', toCallInput(context.store.get()))
  return applyReply(context, processor.interpretListenReply(reply.native), reply)
}

export async function submitCode(context: PaymentContext, cvv: string): Promise<void> {
  const { store, run } = context
  const step = store.get().deposit?.step
  if (!step) return
  const input = toCallInput(store.get(), { cvv })
  await acceptReply(
    context,
    await performProcessorCall(getProcessor(step.processor), 'complete', input, run?.key ?? undefined),
  )
}

/** Cancels the step, by the processor's own cancel call if it has one. */
export async function cancelCurrentStep(
  context: PaymentContext,
  deposit: Deposit,
  after: 'processor' | 'card',
): Promise<void> {
  const { store, waiter } = context
  const processor = deposit.step === null ? null : getProcessor(deposit.step.processor)
  if (after === 'processor' && processor?.calls.some(({ operation }) => operation === 'cancel') === true) {
    return acceptReply(context, await performProcessorCall(processor, 'cancel', toCallInput(store.get())))
  }
  const view = await cancelStep(deposit.id, after)
  if (view !== null) acceptDeposit(store, view)
  waiter.wakeUp()
}

export async function reloadDeposit({ store }: PaymentContext): Promise<Deposit> {
  const overview = await loadOverview()
  const id = store.get().deposit?.id
  const found = [overview.deposit, ...overview.recent].find((each) => each !== null && each.id === id)
  if (!found) throw new ApiError('refused', 404, 'errors.not_found', '')
  acceptDeposit(store, found)
  return found
}

/** Repeats an idempotent call until the server replies. Returns null if the run was replaced; throws a refusal. */
export async function retryUntilAnswered<T>(
  context: PaymentContext,
  run: PaymentRun,
  call: () => Promise<T>,
  onResponseError: () => void = () => undefined,
): Promise<T | null> {
  const { store, waiter } = context
  while (context.run === run) {
    try {
      const reply = await call()
      updateState(store, { isOffline: false })
      return reply
    } catch (error) {
      if (!(error instanceof ApiError) || (error.kind === 'refused' && error.status < 500)) throw error
      if (context.run === run) {
        updateState(store, { isOffline: true })
        onResponseError()
      }
      await waiter.wait(retryMs)
    }
  }
  return null
}

export function applyStartReply(
  context: PaymentContext,
  processor: Processor,
  reply: ProcessorReply,
): Promise<NextAction> {
  const outcome = processor.interpretStartReply(reply.native)
  if (outcome === null) context.events.onUnreadableReply()
  return applyReply(context, outcome, reply)
}

async function applyReply(
  context: PaymentContext,
  outcome: ReplyOutcome | null,
  reply: ProcessorReply,
): Promise<NextAction> {
  const deposit = reply.deposit ?? (await reloadDeposit(context))
  acceptDeposit(context.store, deposit)
  return getNextActionAfterReply(outcome, context.store.get().deposit ?? deposit)
}

async function acceptReply(context: PaymentContext, reply: ProcessorReply): Promise<void> {
  acceptDeposit(context.store, reply.deposit ?? (await reloadDeposit(context)))
  context.waiter.wakeUp()
}
