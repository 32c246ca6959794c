import { createHash } from 'node:crypto'

import type { PaymentRequest } from '@tradefront/contract/deposits'
import { ok, type Result } from '@tradefront/rules/result'

import type { AppContext } from '../../context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { deriveDepositId } from './derive-references.ts'
import { insertDeposit, type NewDeposit } from './deposit-store.ts'
import { closeDeposit } from './deposit-writes.ts'
import { updateDeposit } from './update-deposit.ts'
import { type DepositWithContext, findActiveAttempt, isOpen } from './deposit.ts'
import { findOpenAndByKey } from './deposit-lookup-store.ts'

export type DepositRequest = {
  readonly userId: number
  readonly payment: PaymentRequest
  /** A request with another wallet is another request. Null for cards. */
  readonly wallet: string | null
  readonly idempotencyKey: string | null
  /** Prepares a new deposit. Not called for a repeated request. */
  readonly prepare: () => Promise<Result<Omit<NewDeposit, 'id' | 'userId' | 'idempotencyKey' | 'requestHash'>>>
}

/**
 * Opens a deposit. With a known key it returns the deposit of the key; without a key, the open deposit for the same request. A new deposit
 * replaces an open one without an active attempt.
 */
export async function openDeposit(context: AppContext, request: DepositRequest): Promise<Result<DepositWithContext>> {
  const { clock, db, newId } = context
  const { userId, payment, wallet, idempotencyKey } = request
  if (payment.fixed === 1 && payment.bonus === 1)
    throw new AppError('errors.malformed', 400, {}, { bonus: 'deposits.fixed_and_bonus' })
  const requestHash = hashPayment(payment, wallet)
  // A request that loses the race finds the winner's deposit in the second round.
  for (let round = 0; round < 2; round += 1) {
    const { current, byKey } = await findOpenAndByKey(db, userId, idempotencyKey)
    if (byKey !== null) {
      if (byKey.requestHash !== requestHash) throw new AppError('errors.other_key_body')
      return ok(byKey)
    }
    if (current !== null && idempotencyKey === null && current.requestHash === requestHash) return ok(current)
    const prepared = await request.prepare()
    if (!prepared.ok) return prepared
    if (current !== null) await closeSuperseded(context, current.id)
    const id = idempotencyKey === null ? newId() : deriveDepositId(userId, idempotencyKey)
    const deposit = await insertDeposit(db, { ...prepared.value, id, userId, idempotencyKey, requestHash }, clock.now())
    if (deposit !== null) return ok(deposit)
  }
  throw new AppError('deposits.in_progress')
}

async function closeSuperseded(context: AppContext, id: string): Promise<void> {
  const isClosed = await updateDeposit(context, { id }, async (deposit) => {
    if (!isOpen(deposit)) return true
    if (findActiveAttempt(deposit) !== null) return false
    await closeDeposit(context.db, deposit, 'deposits.superseded', context.clock.now())
    return true
  })
  if (isClosed === false) throw new AppError('deposits.in_progress')
}

/** Returns the hash of a payment in hex. @param wallet or coin; null for cards */
export function hashPayment({ amount, fixed, bonus }: PaymentRequest, wallet: string | null): string {
  const ofWallet = wallet === null ? '' : `|${wallet}`
  return createHash('sha256').update(`${amount}|${fixed}|${bonus}${ofWallet}`).digest('hex')
}
