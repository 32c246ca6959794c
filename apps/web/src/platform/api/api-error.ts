/**
 * An error of a failed call. `refused`: the server refused, with a message to show. `transport`: there was no usable answer, so the call
 * can have been carried out.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: 'refused' | 'transport'
  /** HTTP status; 0 without an answer. */
  readonly status: number
  /** Key of a text. */
  readonly code: string
  /** Reference of the error, for support. */
  readonly reference: string | undefined
  /** Messages by field path. */
  readonly fields: Readonly<Record<string, string>>

  constructor(
    kind: 'refused' | 'transport',
    status: number,
    code: string,
    message: string,
    details: { reference?: string; fields?: Record<string, string> } = {},
  ) {
    super(message)
    this.kind = kind
    this.status = status
    this.code = code
    this.reference = details.reference
    this.fields = details.fields ?? {}
  }
}
