import {
  cardsCalls,
  type cardForm,
  type DepositView,
  depositView,
  type PaymentRequest,
} from '@tradefront/contract/cards'
import { type Deposit, type Overview, toDeposit, toOverview } from '@tradefront/contract/domain/deposits'
import type { Processor, ProcessorCall, CallInput, ProcessorOperation } from '@tradefront/processors/processor'
import { buildCallBody } from '@tradefront/processors/shared/requests'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'

import { request, type CallReply } from '../../platform/api/request.ts'

/** What came of opening a deposit: the deposit, or why there is none. */
export type OpenDepositReply = {
  readonly deposit: Deposit | null
  readonly error: string | null
  readonly message: string | null
}

/** What every card reply may carry beside the processor's own words. */
const cardReplyExtras = z.object({ deposit: z.optional(z.nullable(depositView)), error: z.optional(z.string()) })

/** A card reply: the processor's native words, and where the deposit stands where the reply tells it. */
export type StepReply = {
  readonly native: unknown
  readonly deposit: Deposit | null
  readonly error: string | null
}

export const overviewKey = ['cards', 'overview'] as const

/** The open deposit, the latest ones, the saved card and the limits. */
export const overviewQuery = queryOptions({
  queryKey: overviewKey,
  queryFn: async ({ signal }) => toOverview(await request(cardsCalls.getCurrentDeposit, { signal })),
})

export async function loadOverview(): Promise<Overview> {
  return toOverview(await request(cardsCalls.getCurrentDeposit, { timeoutMs: 10_000 }))
}

export async function openDeposit(payment: PaymentRequest, key: string): Promise<OpenDepositReply> {
  const reply = await request(cardsCalls.openDeposit, { body: payment, headers: { 'idempotency-key': key } })
  return {
    deposit: toOptionalDeposit(reply.deposit),
    error: reply.error ?? null,
    message: reply.message ?? null,
  }
}

export function saveCard(card: z.input<typeof cardForm>): Promise<CallReply<typeof cardsCalls.saveCard>> {
  return request(cardsCalls.saveCard, { body: card })
}

export async function removeCard(): Promise<void> {
  await request(cardsCalls.saveCard, { body: { remove: 1 } })
}

export async function cancelDeposit(id: string, after: 'processor' | 'card'): Promise<Deposit | null> {
  return toOptionalDeposit((await request(cardsCalls.cancelDepositStep, { body: { id, after } })).deposit)
}

export function requestRefund(id: string): Promise<CallReply<typeof cardsCalls.requestRefund>> {
  return request(cardsCalls.requestRefund, { body: { id } })
}

export async function answerCardLimit(answer: 'yes' | 'ignore'): Promise<void> {
  await request(answer === 'yes' ? cardsCalls.acceptCardLimit : cardsCalls.overrideCardLimit, {})
}

/** Traces are for us: nobody waits for them, and a lost one is lost. */
export function logCascade(worker: string, cascade: readonly string[], tried: readonly string[]): void {
  const body = { worker, cascade: cascade.join(','), cascade_exec: tried.join(',') }
  request(cardsCalls.traceCascade, { body }).catch(() => undefined)
}

export function logZoom(evt: string, act: string): void {
  request(cardsCalls.traceZoomScript, { body: { evt, act } }).catch(() => undefined)
}

/** Makes a call of a processor as its own file says. Throws an ApiError. */
export async function callProcessor(
  processor: Processor,
  verb: ProcessorOperation,
  input: CallInput,
  options: { readonly key?: string; readonly signal?: AbortSignal } = {},
): Promise<StepReply> {
  const step = findStep(processor, verb)
  if (step === null) throw new Error(`${processor.name} has no ${verb} call`)
  const callInput = {
    body: buildCallBody(step, input),
    ...(options.key !== undefined && { headers: { 'idempotency-key': options.key } }),
    ...(options.signal !== undefined && { signal: options.signal }),
  }
  const native: unknown = await request(step.call, callInput)
  const extras = cardReplyExtras.safeParse(native)
  return { native, deposit: toOptionalDeposit(extras.data?.deposit ?? null), error: extras.data?.error ?? null }
}

/** The address that sends the browser on to a processor's page; null where the processor has none. */
export function buildForwardUrl(processor: Processor, input: CallInput): string | null {
  const step = findStep(processor, 'forward')
  if (step === null) return null
  const query = Object.entries(buildCallBody(step, input)).map(([name, value]) => [name, String(value)])
  return `${step.call.path}?${new URLSearchParams(Object.fromEntries(query))}`
}

function toOptionalDeposit(view: DepositView | null): Deposit | null {
  return view === null ? null : toDeposit(view)
}

function findStep(processor: Processor, verb: ProcessorOperation): ProcessorCall | null {
  return processor.calls.find((step) => step.operation === verb) ?? null
}
