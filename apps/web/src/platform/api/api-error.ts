/**
 * A call that did not give its reply. `refused`: the server said no, in words that can be shown. `transport`: nobody knows
 * whether it arrived (no answer, time-out, a fault without words, an unreadable reply).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: 'refused' | 'transport'
  /** HTTP status, 0 without an answer. */
  readonly status: number
  /** Key of a text: the wire's, `errors.unreachable` without an answer, `auth.server_error` for one that cannot be read. */
  readonly code: string
  /** What to quote to support, for a fault. */
  readonly reference: string | undefined
  /** Path of a field to its message. */
  readonly fields: Readonly<Record<string, string>>

  constructor(
    kind: 'refused' | 'transport',
    status: number,
    code: string,
    message: string,
    details: { reference?: string | undefined; fields?: Record<string, string> | undefined } = {},
  ) {
    super(message)
    this.kind = kind
    this.status = status
    this.code = code
    this.reference = details.reference
    this.fields = details.fields ?? {}
  }
}
