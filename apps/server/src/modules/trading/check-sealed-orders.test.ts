import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { useTestDatabase } from '../../../test/fixtures/database/use-test-database.ts'

const database = useTestDatabase()

/** Time of round 1, in seconds since 1970. It is not on an epoch of 3 s. */
const genesis = 1_000_000_001

test('a round seals the first epoch of 3 s after its margin, and no other', async () => {
  const { db } = database
  await sql`insert into beacon_chains (id, hash, public_key, genesis_seconds, group_hash, beacon_id)
    values (1, ${'0'.repeat(64)}, ${'0'.repeat(192)}, ${genesis}, ${'0'.repeat(64)}, 'test')`.execute(db)
  const { rows } = await sql<{ offset: number }>`
    select n as offset from generate_series(-3, 12) n where is_sealed(1, to_timestamp(${genesis} + n)) order by n`.execute(
    db,
  )
  expect(rows).toEqual([{ offset: 4 }])
})
