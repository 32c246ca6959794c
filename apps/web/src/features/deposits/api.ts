import {
  cardsCalls,
  type cardToSave,
  depositView,
  type DepositView,
  type PaymentRequest,
} from '@tradefront/contract/cards'
import type { Processor, StepCall, StepInput, StepVerb } from '@tradefront/processors/processor'
import { writeStep } from '@tradefront/processors/requests'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'

import { request, type CallReply } from '../../platform/api/request.ts'

export type Overview = CallReply<typeof cardsCalls.current>
export type OpenDepositReply = CallReply<typeof cardsCalls.deposit>

/** What every card reply may carry beside the processor's own words. */
const cardReplyExtras = z.object({ deposit: z.optional(z.nullable(depositView)), error: z.optional(z.string()) })

/** A card reply: the processor's native words, and where the deposit stands where the reply tells it. */
export type StepReply = {
  readonly native: unknown
  readonly deposit: DepositView | null
  readonly error: string | null
}

export const overviewKey = ['cards', 'overview'] as const

/** The open deposit, the latest ones, the saved card and the limits. */
export const overviewQuery = queryOptions({
  queryKey: overviewKey,
  queryFn: ({ signal }) => request(cardsCalls.current, { signal }),
})

export function loadOverview(): Promise<Overview> {
  return request(cardsCalls.current, { timeoutMs: 10_000 })
}

export function openDeposit(payment: PaymentRequest, key: string): Promise<OpenDepositReply> {
  return request(cardsCalls.deposit, { body: payment, headers: { 'idempotency-key': key } })
}

export function saveCard(card: z.input<typeof cardToSave>): Promise<CallReply<typeof cardsCalls.save>> {
  return request(cardsCalls.save, { body: card })
}

export async function removeCard(): Promise<void> {
  await request(cardsCalls.save, { body: { remove: 1 } })
}

export async function cancelDeposit(id: string, after: 'processor' | 'card'): Promise<DepositView | null> {
  return (await request(cardsCalls.abandon, { body: { id, after } })).deposit
}

export function requestRefund(id: string): Promise<CallReply<typeof cardsCalls.refund>> {
  return request(cardsCalls.refund, { body: { id } })
}

export async function answerCardLimit(answer: 'yes' | 'ignore'): Promise<void> {
  await request(answer === 'yes' ? cardsCalls.limitedYes : cardsCalls.limitedIgnore, {})
}

/** Traces are for us: nobody waits for them, and a lost one is lost. */
export function logCascade(worker: string, cascade: readonly string[], tried: readonly string[]): void {
  const body = { worker, cascade: cascade.join(','), cascade_exec: tried.join(',') }
  request(cardsCalls.rpc, { body }).catch(() => undefined)
}

export function logZoom(evt: string, act: string): void {
  request(cardsCalls.zoomScript, { body: { evt, act } }).catch(() => undefined)
}

/** Makes a call of a processor as its own file says. Throws an ApiError. */
export async function callProcessor(
  processor: Processor,
  verb: StepVerb,
  input: StepInput,
  options: { readonly key?: string; readonly signal?: AbortSignal } = {},
): Promise<StepReply> {
  const step = findStep(processor, verb)
  if (step === null) throw new Error(`${processor.name} has no ${verb} call`)
  const callInput = {
    body: writeStep(step, input),
    ...(options.key !== undefined && { headers: { 'idempotency-key': options.key } }),
    ...(options.signal !== undefined && { signal: options.signal }),
  }
  const native: unknown = await request(step.call, callInput)
  const extras = cardReplyExtras.safeParse(native)
  return { native, deposit: extras.data?.deposit ?? null, error: extras.data?.error ?? null }
}

/** The address that sends the browser on to a processor's page; null where the processor has none. */
export function buildForwardUrl(processor: Processor, input: StepInput): string | null {
  const step = findStep(processor, 'forward')
  if (step === null) return null
  const query = Object.entries(writeStep(step, input)).map(([name, value]) => [name, String(value)])
  return `${step.call.path}?${new URLSearchParams(Object.fromEntries(query))}`
}

function findStep(processor: Processor, verb: StepVerb): StepCall | null {
  return processor.calls.find((step) => step.verb === verb) ?? null
}
