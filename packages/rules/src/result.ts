import type { MessageParams } from '@tradefront/texts/format-message'
import type { TextKey } from '@tradefront/texts/keys'

/** An expected refusal's `code` is its text key and the `error` of the HTTP reply. Unexpected failures are exceptions. */
export type Result<Value = void, Code extends TextKey = TextKey> = Success<Value> | Refusal<Code>

export type Success<Value> = { readonly ok: true; readonly value: Value }

export type Refusal<Code extends TextKey = TextKey> = {
  readonly ok: false
  readonly code: Code
  /** Values for the placeholders of the text. */
  readonly params?: MessageParams
}

export function ok(): Success<void>
export function ok<Value>(value: Value): Success<Value>
export function ok(value?: unknown): Success<unknown> {
  return { ok: true, value }
}

export function refuse<const Code extends TextKey>(code: Code, params?: MessageParams): Refusal<Code> {
  return params === undefined ? { ok: false, code } : { ok: false, code, params }
}
