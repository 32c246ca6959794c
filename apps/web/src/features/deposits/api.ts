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

import { request, type Reply } from '../../platform/api/request.ts'

export type Overview = Reply<typeof cardsCalls.current>
export type OpenReply = Reply<typeof cardsCalls.deposit>

/** What every card reply may carry beside the processor's own words. */
const carried = z.object({ deposit: z.optional(z.nullable(depositView)), error: z.optional(z.string()) })

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

export function openDeposit(payment: PaymentRequest, key: string): Promise<OpenReply> {
  return request(cardsCalls.deposit, { body: payment, headers: { 'idempotency-key': key } })
}

export function saveCard(card: z.input<typeof cardToSave>): Promise<Reply<typeof cardsCalls.save>> {
  return request(cardsCalls.save, { body: card })
}

export async function removeCard(): Promise<void> {
  await request(cardsCalls.save, { body: { remove: 1 } })
}

export async function abandonDeposit(id: string, after: 'processor' | 'card'): Promise<DepositView | null> {
  return (await request(cardsCalls.abandon, { body: { id, after } })).deposit
}

export function takeRefund(id: string): Promise<Reply<typeof cardsCalls.refund>> {
  return request(cardsCalls.refund, { body: { id } })
}

export async function answerLimit(answer: 'yes' | 'ignore'): Promise<void> {
  await request(answer === 'yes' ? cardsCalls.limitedYes : cardsCalls.limitedIgnore, {})
}

/** Traces are for us: nobody waits for them, and a lost one is lost. */
export function traceCascade(worker: string, cascade: readonly string[], tried: readonly string[]): void {
  const body = { worker, cascade: cascade.join(','), cascade_exec: tried.join(',') }
  request(cardsCalls.rpc, { body }).catch(() => undefined)
}

export function traceZoom(evt: string, act: string): void {
  request(cardsCalls.zoomScript, { body: { evt, act } }).catch(() => undefined)
}

/** Makes a call of a processor as its own file says. Throws an ApiError. */
export async function callStep(
  processor: Processor,
  verb: StepVerb,
  input: StepInput,
  options: { readonly key?: string; readonly signal?: AbortSignal } = {},
): Promise<StepReply> {
  const step = stepOf(processor, verb)
  if (step === null) throw new Error(`${processor.name} has no ${verb} call`)
  const sent = {
    body: writeStep(step, input),
    ...(options.key !== undefined && { headers: { 'idempotency-key': options.key } }),
    ...(options.signal !== undefined && { signal: options.signal }),
  }
  const native: unknown = await request(step.call, sent)
  const read = carried.safeParse(native)
  return { native, deposit: read.data?.deposit ?? null, error: read.data?.error ?? null }
}

/** The address that sends the browser on to a processor's page; null where the processor has none. */
export function forwardAddress(processor: Processor, input: StepInput): string | null {
  const step = stepOf(processor, 'forward')
  if (step === null) return null
  const query = Object.entries(writeStep(step, input)).map(([name, value]) => [name, String(value)])
  return `${step.call.path}?${new URLSearchParams(Object.fromEntries(query))}`
}

function stepOf(processor: Processor, verb: StepVerb): StepCall | null {
  return processor.calls.find((step) => step.verb === verb) ?? null
}
