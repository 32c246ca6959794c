/** `refused`: the server refused, with a message to show. `transport`: no usable answer, so the call can have been carried out. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: 'refused' | 'transport'
  /** 0 without an answer. */
  readonly status: number
  /** A text key. */
  readonly code: string
  /** For support. */
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
