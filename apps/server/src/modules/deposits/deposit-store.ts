import { sql } from 'kysely'

import type { AppContext } from '../../context.ts'
import { anyOf, createBatchedQuery } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'
import { createKeyedQueue } from '../../platform/keyed-queue.ts'
import { createPollLookup, createReferenceLookup, type DepositPoll } from './deposit-lookup-store.ts'
import {
  depositColumns,
  type DepositRow,
  depositWithContextColumns,
  type DepositWithContextRow,
} from './deposit-query.ts'
import type { Deposit, DepositWithContext } from './deposit.ts'
import { createResultBatches } from './result-writer.ts'

export type DepositKey = { readonly id: string } | { readonly reference: string } | { readonly attemptId: number }

export type NewDeposit = Pick<
  Deposit,
  | 'id'
  | 'userId'
  | 'method'
  | 'cardId'
  | 'instrumentKind'
  | 'instrumentHint'
  | 'country'
  | 'amount'
  | 'currency'
  | 'bonus'
  | 'wageringRequired'
  | 'releaseMax'
  | 'isFixed'
  | 'processorOrder'
  | 'idempotencyKey'
  | 'requestHash'
>

/** How many results of an attempt wait. Further ones are applied without waiting: correctness does not depend on the queue. */
const maxQueuedResults = 20

/** Collects queries and results of the same tick into one statement. */
export function createDepositBatches(db: Db) {
  return {
    findByKey: createKeyLookup(db),
    findByReference: createReferenceLookup(db),
    findForPoll: createPollLookup(db),
    results: createResultBatches(db),
    // A reply and its webhook often arrive together. The second then sees the first, instead of losing to it and starting again.
    resultQueue: createKeyedQueue(maxQueuedResults),
  }
}

export type DepositBatches = ReturnType<typeof createDepositBatches>

type Batches = Pick<AppContext, 'depositBatches'>

export async function findDepositByReference(
  { depositBatches }: Batches,
  reference: string,
): Promise<DepositWithContext | null> {
  return (await depositBatches.findByReference(reference))?.deposit ?? null
}

/** Returns null without a valid session. */
export async function findDepositForPoll(
  { depositBatches }: Batches,
  poll: DepositPoll,
): Promise<DepositWithContext | null> {
  return (await depositBatches.findForPoll(poll))?.deposit ?? null
}

/** Inserts a deposit. Returns null if the user has an open deposit or the key is in use. */
export async function insertDeposit(db: Db, deposit: NewDeposit, now: Date): Promise<DepositWithContext | null> {
  const insert = db
    .insertInto('deposits')
    .values({
      id: deposit.id,
      user_id: deposit.userId,
      method: deposit.method,
      card_id: deposit.cardId,
      instrument_kind: deposit.instrumentKind,
      instrument_hint: deposit.instrumentHint,
      country: deposit.country,
      amount: deposit.amount,
      currency: deposit.currency,
      bonus: deposit.bonus,
      wagering_required: deposit.wageringRequired,
      release_max: deposit.releaseMax,
      fixed: deposit.isFixed,
      processor_order: [...deposit.processorOrder],
      state: 'open',
      idempotency_key: deposit.idempotencyKey,
      request_hash: deposit.requestHash === null ? null : Buffer.from(deposit.requestHash, 'hex'),
      created_at: now,
      updated_at: now,
    })
    .onConflict((on) => on.doNothing())
    .returningAll()
  const { rows } =
    await sql<DepositWithContextRow>`with d as (${insert}) select ${depositWithContextColumns} from d`.execute(db)
  return rows[0] ?? null
}

/** Looks up deposits by key. Lookups of the same tick are one query. */
function createKeyLookup(db: Db) {
  return createBatchedQuery(async (keys: readonly DepositKey[]) => {
    const ids = keys.flatMap((key) => ('id' in key ? [key.id] : []))
    const references = keys.flatMap((key) => ('reference' in key ? [key.reference] : []))
    const attemptIds = keys.flatMap((key) => ('attemptId' in key ? [key.attemptId] : []))
    // An array is evaluated first, so that the primary key finds each deposit.
    const { rows: deposits } = await sql<DepositRow>`
      select ${depositColumns} from deposits as d
       where d.id = any(array(
         select unnest((select ${ids}::uuid[]))
         union all select deposit_id from attempts where reference = ${anyOf(references, 'uuid')}
         union all select deposit_id from attempts where id = ${anyOf(attemptIds, 'bigint')}))`.execute(db)
    return keys.flatMap((key, index) => {
      const deposit = deposits.find((each) => matchesKey(each, key))
      return deposit === undefined ? [] : [{ place: index + 1, deposit }]
    })
  })
}

function matchesKey(deposit: Deposit, key: DepositKey): boolean {
  if ('id' in key) return deposit.id === key.id
  return deposit.attempts.some((attempt) =>
    'reference' in key ? attempt.reference === key.reference : attempt.id === key.attemptId,
  )
}
