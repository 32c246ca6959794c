import type { Deposit } from '@tradefront/contract/domain/deposits'
import type { CallInput, Processor, ReplyOutcome, TokenSession } from '@tradefront/processors/processor'
import { getProcessor } from '@tradefront/processors/registry'

import { ApiError } from '../../../platform/api/api-error.ts'
import type { ProcessorReply } from '../api.ts'
import { getNextAction, getNextActionAfterReply, type NextAction } from './next-action.ts'
import { canAct, type PaymentContext, type PaymentRun } from './payment-context.ts'
import { acceptDeposit, type PaymentState, updateState } from './payment-state.ts'

/** Between two attempts to reach the server. */
export const retryMs = 2000

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

export async function startProcessor(
  context: PaymentContext,
  run: PaymentRun,
  processor: Processor,
): Promise<NextAction> {
  const { ports, store, waiter } = context
  const { deposit } = store.get()
  if (deposit === null) return { kind: 'end' }
  if (processor.startDelayMs !== undefined) await waiter.waitFully(processor.startDelayMs)
  const latest = store.get().deposit ?? deposit
  if (context.run !== run || !canAct(context) || latest.next !== processor.name) return getNextAction(latest)
  ports.onBeforeProcessorCall(processor, deposit)
  const reply = await ports.callProcessor(processor, 'start', toCallInput(store.get()), run.key ?? undefined)
  return applyStartReply(context, processor, reply)
}

/** Sends a token of the typed card. Without a card or a token, cancels the step. */
export async function completeWithToken(
  context: PaymentContext,
  run: PaymentRun,
  session: TokenSession,
): Promise<NextAction> {
  const { ports, store } = context
  const { deposit } = store.get()
  if (!deposit?.step) return { kind: 'wait' }
  const processor = getProcessor(deposit.step.processor)
  const token = await ports.tokenizeCard(session)
  if (token === null) {
    const view = await ports.cancelStep(deposit.id, 'processor')
    if (view !== null) acceptDeposit(store, view)
    return getNextAction(store.get().deposit ?? deposit)
  }
  const input = toCallInput(store.get(), { token })
  return applyStartReply(
    context,
    processor,
    await ports.callProcessor(processor, 'complete', input, run.key ?? undefined),
  )
}

/** Uses the processor's listen call if it has one. */
export async function pollDeposit(context: PaymentContext, deposit: Deposit): Promise<NextAction> {
  const processor = deposit.step === null ? null : getProcessor(deposit.step.processor)
  if (processor?.interpretListenReply === undefined) return getNextAction(await reloadDeposit(context))
  const reply = await context.ports.callProcessor(processor, 'listen', toCallInput(context.store.get()))
  return applyReply(context, processor.interpretListenReply(reply.native), reply)
}

export async function submitCode(context: PaymentContext, cvv: string): Promise<void> {
  const { ports, store, run } = context
  const step = store.get().deposit?.step
  if (!step) return
  const input = toCallInput(store.get(), { cvv })
  await acceptReply(
    context,
    await ports.callProcessor(getProcessor(step.processor), 'complete', input, run?.key ?? undefined),
  )
}

/** Uses the processor's own cancel call if it has one. */
export async function cancelStep(
  context: PaymentContext,
  deposit: Deposit,
  after: 'processor' | 'card',
): Promise<void> {
  const { ports, store, waiter } = context
  const processor = deposit.step === null ? null : getProcessor(deposit.step.processor)
  if (after === 'processor' && processor?.calls.some(({ operation }) => operation === 'cancel') === true) {
    return acceptReply(context, await ports.callProcessor(processor, 'cancel', toCallInput(store.get())))
  }
  const view = await ports.cancelStep(deposit.id, after)
  if (view !== null) acceptDeposit(store, view)
  waiter.wakeUp()
}

export async function reloadDeposit({ ports, store }: PaymentContext): Promise<Deposit> {
  const overview = await ports.loadOverview()
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

function applyStartReply(context: PaymentContext, processor: Processor, reply: ProcessorReply): Promise<NextAction> {
  const outcome = processor.interpretStartReply(reply.native)
  if (outcome === null) context.ports.onUnreadableReply()
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
