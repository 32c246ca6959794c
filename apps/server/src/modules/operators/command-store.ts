import type { OperatorActionName } from '@tradefront/contract/operator-actions'
import type { TextKey } from '@tradefront/texts/keys'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { toQueueSamples } from '../../platform/metrics/measures.ts'
import type { Sample } from '../../platform/metrics/metrics.ts'

export type ReadyCommand = {
  readonly id: string
  readonly action: OperatorActionName
  readonly input: string
  readonly actor: string
  /** How many operators have signed the command. */
  readonly signers: number
}

/** Lists commands that are signed by all who must, and not done. Those that need a signature come first, then the oldest. */
export async function listReadyCommands(db: Db, limit: number): Promise<ReadyCommand[]> {
  const { rows } = await sql<ReadyCommand>`
    select c.id, c.action, c.input, o.name as actor,
           (select count(*)::integer from list_command_signers(c)) as signers
      from operator_commands c join operators o on o.id = c.requested_by
     where c.ended_at is null and c.ready_at > clock_timestamp() - interval '1 hour'
     order by (select a.proof = 'session' from operator_actions a where a.action = c.action), c.ready_at limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Refuses a command. @param code text that says why */
export async function refuseCommand(db: Db, id: string, code: TextKey): Promise<void> {
  await sql`select refuse_operator_command(${id}::uuid, ${code})`.execute(db)
}

/** Counts again which signatures a command needs now. @param least signatures, whatever its amount */
export async function recountCommand(db: Db, id: string, least: 1 | 2): Promise<void> {
  await sql`select recount_operator_command(${id}::uuid, ${least})`.execute(db)
}

/** Signed commands that no server has done yet. */
export async function measureCommands(db: Db, now: Date): Promise<Sample[]> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*) as count, min(ready_at) as since from operator_commands
     where ended_at is null and ready_at > now() - interval '1 hour'`.execute(db)
  return rows.flatMap((row) => toQueueSamples('commands', row, now))
}
