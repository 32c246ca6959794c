import { cardsCalls } from '@tradefront/contract/cards'
import { depositView, type PaymentRequest } from '@tradefront/contract/deposits'
import { type Deposit, toDeposit } from '@tradefront/contract/domain/deposits'
import { walletsCalls } from '@tradefront/contract/wallets'
import type { CallInput, Processor, ProcessorCall, ProcessorOperation } from '@tradefront/processors/processor'
import { buildCallBody } from '@tradefront/processors/shared/requests'
import * as z from 'zod/mini'

import { performCall } from '../../platform/api/perform-call.ts'
import { request } from '../../platform/api/request.ts'
import type { OpenDepositReply } from '../deposits/api.ts'
import { throwCardCallError } from '../deposits/card-call-error.ts'

export type ProcessorReply = {
  readonly native: unknown
  readonly deposit: Deposit | null
  readonly error: string | null
  readonly message?: string | null
}

const replyExtras = z.object({
  deposit: z.optional(z.nullable(depositView)),
  error: z.optional(z.string()),
  message: z.optional(z.string()),
})

export async function answerFailLimit(answer: 'accept' | 'ignore'): Promise<void> {
  await performCall(answer === 'accept' ? cardsCalls.acceptFailLimit : cardsCalls.ignoreFailLimit, {})
}

/** Sends a trace. Traces are only for diagnosis, so a failed call is ignored. */
export function traceCascade(worker: string, cascade: readonly string[], tried: readonly string[]): void {
  const body = { worker, cascade: cascade.join(','), cascade_exec: tried.join(',') }
  request(cardsCalls.traceCascade, { body }).catch(() => undefined)
}

export function traceZoomScript(evt: string, act: string): void {
  request(cardsCalls.traceZoomScript, { body: { evt, act } }).catch(() => undefined)
}

/**
 * Opens a deposit by `modules/cards/routes.ts` of the server. Throws an ApiError.
 * @param card null for the card that was entered or chosen last
 */
export async function openCardDeposit(
  payment: PaymentRequest,
  key: string,
  card: string | null,
): Promise<OpenDepositReply> {
  const body = { ...payment, card: card ?? undefined }
  const headers = { 'idempotency-key': key }
  const reply = await request(cardsCalls.openDeposit, { body, headers }).catch(throwCardCallError)
  return {
    deposit: reply.deposit === null ? null : toDeposit(reply.deposit),
    error: reply.error ?? null,
    message: reply.message ?? null,
  }
}

/** Charges a saved card without its code. The server asks the first processors. Throws an ApiError. */
export async function topUpSavedCard(payment: PaymentRequest, key: string, card: string): Promise<OpenDepositReply> {
  const input = { body: { ...payment, card }, headers: { 'idempotency-key': key } }
  const reply = await request(walletsCalls.topUpSavedCard, input).catch(throwCardCallError)
  return {
    deposit: reply.deposit == null ? null : toDeposit(reply.deposit),
    error: reply.error ?? null,
    message: reply.message ?? null,
  }
}

/**
 * Performs a call that `packages/processors` defines for this processor. On the server, `modules/cards/processor-routes.ts` leads it to a
 * use case. Throws an ApiError.
 */
export async function performProcessorCall(
  processor: Processor,
  operation: ProcessorOperation,
  input: CallInput,
  key?: string,
): Promise<ProcessorReply> {
  const definition = findCall(processor, operation)
  if (definition === null) throw new Error(`${processor.name} has no ${operation} call`)
  const callInput = {
    body: buildCallBody(definition, input),
    params: definition.params,
    headers: key === undefined ? undefined : { 'idempotency-key': key },
  }
  const native: unknown = await request(definition.call, callInput).catch(throwCardCallError)
  const { data } = replyExtras.safeParse(native)
  const view = data?.deposit ?? null
  return {
    native,
    deposit: view === null ? null : toDeposit(view),
    error: data?.error ?? null,
    message: data?.message ?? null,
  }
}

/** Returns the address that leads to the processor's page. Null: it has no page of its own. */
export function buildForwardUrl(processor: Processor, input: CallInput): string | null {
  const definition = findCall(processor, 'forward')
  if (definition === null) return null
  const query = Object.entries(buildCallBody(definition, input)).map(([name, value]) => [name, String(value)])
  return `${definition.call.path}?${new URLSearchParams(Object.fromEntries(query))}`
}

function findCall(processor: Processor, operation: ProcessorOperation): ProcessorCall | null {
  return processor.calls.find((definition) => definition.operation === operation) ?? null
}
