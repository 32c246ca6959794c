import type { SealedReadKind } from '@tradefront/contract/operator-actions'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

// Calls of the functions in `sql` about what operators look at. `secret` is the value of the session's cookie.

/** Requests a sealed read. @throws a database error by `operator_actions_right`, or `sealed_reads_many` */
export async function requestSealedRead(
  db: Db,
  secret: Buffer,
  read: {
    readonly id: string
    readonly kind: SealedReadKind
    readonly subjects: readonly string[]
    readonly publicKey: Buffer
  },
): Promise<void> {
  await sql`
    select request_sealed_read(
      ${secret}, ${read.id}::uuid, ${read.kind}, ${[...read.subjects]}::uuid[], ${read.publicKey})`.execute(db)
}

export type SealedAnswer = {
  readonly isWaiting: boolean
  readonly sealed: Buffer | null
  readonly failure: string | null
}

/** Hands the answer over once. Returns null if this session has asked for nothing like this within the last minute. */
export async function takeSealedRead(db: Db, secret: Buffer, id: string): Promise<SealedAnswer | null> {
  const { rows } = await sql<SealedAnswer>`
    select is_waiting as "isWaiting", sealed, failure from take_sealed_read(${secret}, ${id}::uuid)`.execute(db)
  return rows[0] ?? null
}

/** Notes what the operator has open. @returns names of others who have it open */
export async function recordPresence(db: Db, secret: Buffer, subject: string): Promise<string[]> {
  const { rows } = await sql<{ names: string[] }>`
    select record_operator_presence(${secret}, ${subject}) as names`.execute(db)
  return rows[0]?.names ?? []
}
