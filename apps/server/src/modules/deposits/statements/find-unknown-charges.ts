import { sql } from 'kysely'

import type { AppContext } from '../../../context.ts'
import type { Db } from '../../../platform/database/database.ts'
import { isUuid } from '../../../platform/is-uuid.ts'
import { fetchRows, listConnected } from './compare-statements.ts'

/** `unread`: processors whose statement could not be fetched. */
export type UnknownCharges = { readonly count: number; readonly unread: readonly string[] }

/**
 * Counts charges of the statements since a time whose attempts the database does not have. An attempt is committed before its processor is
 * asked, and has a UUID as reference: so the database has lost what it knew, or another installation uses the same account of the processor.
 * Processors that operators have switched off are asked too: in a copy, the setting can be an old one.
 */
export async function findUnknownCharges(context: AppContext, since: Date): Promise<UnknownCharges> {
  const { clock, providers, onError } = context
  const statements = await listConnected(Object.values(providers).flatMap((provider) => provider.statements))
  const period = { from: since, to: clock.now() }
  const unread: string[] = []
  const references = new Set<string>()
  await Promise.all(
    statements.map(async (statement) => {
      try {
        const rows = await fetchRows(context, statement, period)
        for (const { kind, reference, createdAt } of rows)
          if (kind === 'charge' && createdAt >= since && isUuid(reference)) references.add(reference)
      } catch (error) {
        onError(error)
        unread.push(statement.processor)
      }
    }),
  )
  return { count: await countUnknownReferences(context.db, [...references]), unread }
}

async function countUnknownReferences(db: Db, references: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from unnest(${references}::uuid[]) as given(reference)
     where not exists (select from attempts a where a.reference = given.reference)`.execute(db)
  return rows[0]?.count ?? 0
}
