import { randomUUID } from 'node:crypto'

import type { UpstreamRequest } from '@tradefront/processors/processor'
import { afterAll } from 'vitest'

import type { ProcessorGateway, ProcessorResponse } from '../../gateways/processor-gateway.ts'
import { createProcessorProvider } from '../../modules/cards/service.ts'
import { createDepositsService } from '../../modules/deposits/service.ts'
import { createPayoutStop } from '../../modules/withdrawal/service.ts'
import { createManualClock } from '../../platform/clock.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { createTestDatabase } from '../database/test-database.ts'

export type DepositsServiceFixture = Awaited<ReturnType<typeof createDepositsServiceFixture>>

type InsertedAttempt = {
  readonly id: number
  readonly depositId: string
  readonly userId: number
  readonly reference: string
}

/** The deposits service with a real database and the processors' parsers, but no HTTP. */
export async function createDepositsServiceFixture(waitScale = 1) {
  const testDatabase = await createTestDatabase()
  const database = openDatabase(testDatabase.url)
  const clock = createManualClock(new Date('2026-11-18T10:00:00Z'))
  const errors: unknown[] = []
  const requests: UpstreamRequest[] = []
  /** Replies of the processors. */
  const replies: { next: (request: UpstreamRequest) => Promise<ProcessorResponse> } = {
    next: async () => ({ ok: false, fault: 'timeout' }),
  }
  const gateway: ProcessorGateway = {
    sendRequest: (request) => {
      requests.push(request)
      return replies.next(request)
    },
    isSignatureValid: () => true,
    close: () => undefined,
  }
  const provider = createProcessorProvider({ method: 'card', gateway })
  const deposits = createDepositsService({
    db: database.db,
    reports: database.reports,
    clock,
    newId: randomUUID,
    providers: { card: provider, crypto: null, wallet: null },
    payouts: createPayoutStop({ mail: { send: async () => true }, publicUrl: '' }),
    notifyDepositChanged: async () => undefined,
    onError: (error) => errors.push(error),
    waitScale,
  })
  afterAll(async () => {
    await deposits.close()
    await database.close()
    await testDatabase.drop()
  })

  async function query<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await database.pool.query(text, [...values])).rows as Row[]
  }

  /** An attempt to pay 1000.00 USD, by a new trader. */
  async function insertAttempt(
    overrides: { processor?: string; state?: string; reference?: string } = {},
  ): Promise<InsertedAttempt> {
    const { processor = 'ORANGE', state = 'pending', reference = randomUUID() } = overrides
    const depositId = randomUUID()
    const [row] = await query<{ id: number; userId: number }>(
      `with trader as (
         insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult, terms_accepted_at, registered_at)
         values (gen_random_uuid() || '@example.com', '-', 'Ada', 'Lovelace', 'AU', 'USD', '61400000000', 'en', true, now(), now()) returning id
       ), deposit as (
         insert into deposits (id, user_id, method, country, amount, currency, bonus, wagering_required, fixed, processor_order, state, created_at, updated_at)
         select $1, id, 'card', 'AU', 100000, 'USD', 0, 0, false, array[$3], 'processing', $5, $5 from trader returning user_id
       )
       insert into attempts (deposit_id, seq, processor, is_charging, state, reference, next_check_at, waiting_since, created_at, updated_at)
       select $1, 1, $3, true, $4, $2, $5, $5, $5, $5 from deposit
       returning id, (select user_id from deposit) as "userId"`,
      [depositId, reference, processor, state, clock.now()],
    )
    if (row === undefined) throw new Error('no attempt')
    return { ...row, depositId, reference }
  }

  /** As a processor sends it. */
  function receiveWebhook(
    slug: string,
    reference: string,
    charge: Record<string, unknown>,
    eventId: string = randomUUID(),
  ) {
    const event = provider.parseWebhook(slug, { event_id: eventId, ref: reference, charge })
    if (event === null) throw new Error('unreadable webhook')
    return deposits.receiveWebhook(event)
  }

  async function getCash(userId: number): Promise<number> {
    const rows = await query<{ amount: number }>(
      `select amount from ledger_balances where user_id = $1 and account = 'cash'`,
      [userId],
    )
    return rows[0]?.amount ?? 0
  }

  const listAlerts = () =>
    query<{ kind: string; subject: string }>(
      'select kind, subject from alerts where resolved_at is null order by kind, subject',
    )

  return {
    database,
    clock,
    deposits,
    gateway,
    errors,
    requests,
    replies,
    query,
    runAsOwner: testDatabase.runAsOwner,
    insertAttempt,
    receiveWebhook,
    getCash,
    listAlerts,
  }
}

/** A status answer or a webhook's charge. */
export const succeededCharge = { status: 'succeeded', psp_ref: 'psp_1', amount: 100_000, currency: 'USD' } as const
