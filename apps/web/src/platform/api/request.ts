import { accountHeader, type ApiCall } from '@tradefront/contract/call'
import { createRequestId, requestIdHeader } from '@tradefront/contract/request-id'
import { errorReply } from '@tradefront/contract/wire'
import * as z from 'zod/mini'

import { ApiError } from './api-error.ts'
import { getShownAccount, markAccountLeft } from '../shown-account.ts'
import { getBootstrap, getCsrfToken, fetchBootstrap } from './bootstrap.ts'

const defaultTimeoutMs = 30_000

type CallPart<C extends ApiCall, K extends 'body' | 'query' | 'params'> = C extends { readonly [P in K]: infer S }
  ? S extends z.ZodMiniType
    ? undefined extends z.input<S>
      ? { readonly [P in K]?: z.input<S> }
      : { readonly [P in K]: z.input<S> }
    : object
  : object

export type CallInput<C extends ApiCall> = CallPart<C, 'body'> &
  CallPart<C, 'query'> &
  CallPart<C, 'params'> & {
    readonly headers?: Readonly<Record<string, string>>
    readonly signal?: AbortSignal
    readonly timeoutMs?: number
    /** True to send a form, for the platform's log-in. */
    readonly form?: boolean
  }

export type CallReply<C extends ApiCall> = z.output<C['reply']>

let handleSessionExpired: () => void = () => {}

export function setSessionExpiredHandler(handler: () => void): void {
  handleSessionExpired = handler
}

/**
 * Sends a request and returns the validated reply. A business refusal is a reply (`return: false`, see `performCall`); every other failure
 * throws an ApiError.
 */
export async function request<const C extends ApiCall>(call: C, input: CallInput<C>): Promise<CallReply<C>> {
  const options: UntypedInput = input
  return sendAndParse(call, () => fetchOnce(call, options))
}

/** `status` is 0 without an answer. */
export type RawResponse = { readonly status: number; readonly json: unknown }

/** Sends a request, and retries once if the CSRF token has expired. Throws an ApiError. */
export async function sendAndParse<const C extends ApiCall>(
  call: C,
  sendOnce: () => Promise<RawResponse>,
): Promise<CallReply<C>> {
  let answer = await sendOnce()
  if (answer.status === 403 && (await renewCsrf(answer.json))) answer = await sendOnce()
  const { status, json } = answer
  if (status < 200 || status >= 300) throw toRefusedError(call, status, json)
  const reply = z.safeParse<C['reply']>(call.reply, json)
  if (!reply.success) throw toTransportError(status)
  return reply.data
}

async function fetchOnce(call: ApiCall, options: UntypedInput): Promise<RawResponse> {
  const response = await fetchCall(call, options)
  return { status: response.status, json: await response.json().catch(() => undefined) }
}

type UntypedInput = {
  readonly body?: unknown
  readonly query?: unknown
  readonly params?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly form?: boolean
}

async function fetchCall(call: ApiCall, options: UntypedInput): Promise<Response> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs)
  const signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout])
  try {
    return await fetch(buildUrl(call, options), {
      method: call.method,
      credentials: 'same-origin',
      headers: { ...buildHeaders(call, options), ...options.headers },
      signal,
      body: call.method === 'POST' ? encodeBody(options) : undefined,
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw toTransportError(0)
  }
}

export function buildUrl(call: ApiCall, options: UntypedInput): string {
  const params = toStringRecord(options.params)
  const path = call.path.replaceAll(/:([a-z0-9_]+)/gi, (_all, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams(toStringRecord(options.query)).toString()
  return query === '' ? path : `${path}?${query}`
}

function buildHeaders(call: ApiCall, options: UntypedInput): Record<string, string> {
  const id = createRequestId((bytes) => crypto.getRandomValues(bytes))
  if (call.method === 'GET') return { accept: 'application/json', [requestIdHeader]: id }
  const account = call.isOfAccount ? getShownAccount() : null
  const type = options.form ? 'application/x-www-form-urlencoded' : 'application/json'
  return {
    ...(account !== null && { [accountHeader]: account }),
    accept: 'application/json',
    [requestIdHeader]: id,
    'content-type': type,
    'x-csrf-token': getCsrfToken(),
  }
}

function encodeBody(options: UntypedInput): string {
  return options.form
    ? new URLSearchParams(toStringRecord(options.body)).toString()
    : JSON.stringify(options.body ?? {})
}

function toStringRecord(part: unknown): Record<string, string> {
  if (typeof part !== 'object' || part === null) return {}
  const entries = Object.entries(part).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

/** Loads a new CSRF token. Reloads the page if another user has logged in since. */
async function renewCsrf(json: unknown): Promise<boolean> {
  const parsed = errorReply.safeParse(json)
  if (!parsed.success || parsed.data.error !== 'errors.csrf') return false
  const fresh = await fetchBootstrap().catch(() => null)
  if (fresh === null) return false
  if (fresh.user?.userId === getBootstrap().user?.userId) return true
  location.reload()
  return false
}

function toRefusedError(call: ApiCall, status: number, json: unknown): ApiError {
  if (status === 401 && call.access === 'client') handleSessionExpired()
  const parsed = errorReply.safeParse(json)
  if (!parsed.success) return toTransportError(status)
  const { error, message, reference, fields } = parsed.data
  if (error === 'errors.other_account') markAccountLeft()
  return new ApiError('refused', status, error, message, { reference, fields })
}

function toTransportError(status: number): ApiError {
  return new ApiError('transport', status, status === 0 ? 'errors.unreachable' : 'auth.server_error', '')
}
