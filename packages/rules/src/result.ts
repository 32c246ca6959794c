import type { TextKey } from '@tradefront/texts/keys'

import type { Money } from './ledger/money.ts'

/** An expected refusal. Its `code` is its text key and the `error` of the HTTP reply. Unexpected failures are exceptions. */
export type Result<Value = void, Code extends TextKey = TextKey> = Success<Value> | Refusal<Code>

type Success<Value> = { readonly ok: true; readonly value: Value }

export type Refusal<Code extends TextKey = TextKey> = {
  readonly ok: false
  readonly code: Code
  readonly params?: RefusalParams
  /** Further fields of the HTTP reply. */
  readonly details?: RefusalDetails
}

/** Values for the placeholders of a refusal's text, which is written in the reader's language. */
export type RefusalParams = Readonly<Record<string, string | number | Money | { readonly text: TextKey }>>

type RefusalDetails = Readonly<Record<string, unknown>>

export function ok(): Success<void>
export function ok<Value>(value: Value): Success<Value>
export function ok(value?: unknown): Success<unknown> {
  return { ok: true, value }
}

export function refuse<const Code extends TextKey>(
  code: Code,
  params?: RefusalParams,
  details?: RefusalDetails,
): Refusal<Code> {
  return { ok: false, code, ...(params && { params }), ...(details && { details }) }
}
