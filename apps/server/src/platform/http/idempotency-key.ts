import type { FastifyRequest } from 'fastify'

import { AppError } from './errors.ts'

const pattern = /^[\x21-\x7e]{8,100}$/

/**
 * Reads the key of a request. A repeated payment finds its deposit in `modules/deposits/open-deposit.ts`, and gets the reply of
 * `buildRepeatedReply` in `modules/cards/payments/call-processor.ts`.
 * @throws AppError for a malformed key
 */
export function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !pattern.test(key)) throw new AppError('errors.malformed')
  return key
}
