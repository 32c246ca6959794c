import { ApiError } from '../../platform/api/api-error.ts'

/** Returns true for an error without a usable answer, and for an internal error: the call can have been carried out. */
export function isResponseError(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.kind === 'transport' || error.status >= 500)
}

/** Names such an error in the words of spec: funding 8. */
export function toCardCallError(error: unknown): unknown {
  if (!isResponseError(error)) return error
  const { kind, status, reference } = error
  return new ApiError(kind, status, 'cards.response_error', '', { reference })
}

/** Throws the error of a card call, from its `catch`. */
export function throwCardCallError(error: unknown): never {
  throw toCardCallError(error)
}
