import { randomUUID } from 'node:crypto'

import type { NewPromoCode } from '../../modules/promo/promo-code-operator.ts'
import { createPromoCodeOperator } from '../../modules/promo/service.ts'
import type { TestApp } from '../app/test-app.ts'
import { buildSuccess } from '../deposits/deposit-fixture.ts'

const defaults: Omit<NewPromoCode, 'code'> = {
  audience: 'everyone',
  percent: null,
  amount: 2000,
  minDeposit: null,
  startsAt: null,
  endsAt: null,
  maxUses: null,
  maxUsesPerTrader: 1,
}

/** Amounts in minor units of the base currency. By default $20 for everyone, without a deposit. */
export async function createPromoCode(app: TestApp, code: string, terms: Partial<NewPromoCode> = {}): Promise<void> {
  const operator = createPromoCodeOperator({ db: app.database.db, clock: app.clock })
  const by = { actor: 'tester', osUser: 'tester', reason: 'a test' }
  if (!(await operator.createCode({ ...defaults, ...terms, code }, by))) throw new Error(`${code} exists`)
}

type OpenedDeposit = { readonly id: string; readonly reference: string; readonly amount: number }

/** With an attempt that waits. @param amount in minor units of USD */
export async function openDeposit(
  app: TestApp,
  userId: number,
  amount = 100_000,
  isFixed = false,
): Promise<OpenedDeposit> {
  const { db } = app.database
  const [id, reference] = [randomUUID(), randomUUID()]
  const at = app.clock.now()
  const times = { created_at: at, updated_at: at }
  await db
    .insertInto('deposits')
    .values({
      ...times,
      id,
      user_id: userId,
      method: 'card',
      country: 'AU',
      amount,
      currency: 'USD',
      bonus: 0,
      wagering_required: 0,
      fixed: isFixed,
      processor_order: ['ORANGE'],
      state: 'processing',
    })
    .execute()
  await db
    .insertInto('attempts')
    .values({
      ...times,
      deposit_id: id,
      seq: 1,
      processor: 'ORANGE',
      is_charging: true,
      state: 'pending',
      reference,
      waiting_since: at,
    })
    .execute()
  return { id, reference, amount }
}

export async function creditDeposit(app: TestApp, { reference, amount }: OpenedDeposit): Promise<void> {
  const money = { amount, currency: 'USD' } as const
  await app.deposits.applyResult(reference, buildSuccess({ money, processorReference: reference }))
  await app.deposits.onResultApplied(reference)
}
