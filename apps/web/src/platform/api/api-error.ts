/**
 * A failed call. `refused`: the server refused it, with a message to show. `transport`: no usable answer (time-out, unreadable
 * reply), so the call can have been carried out.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: 'refused' | 'transport'
  /** HTTP status, 0 without an answer. */
  readonly status: number
  /** Text key: the server's, `errors.unreachable` without an answer, `auth.server_error` for an unreadable one. */
  readonly code: string
  /** Reference of an internal error, for support. */
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
