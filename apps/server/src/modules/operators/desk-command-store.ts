import type { CommandView } from '@tradefront/contract/desk'
import type { OperatorActionName, OperatorRole } from '@tradefront/contract/operator-actions'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { SignedAssertion } from './desk-session-store.ts'
import { toMs } from '../../platform/database/to-ms.ts'

/** How many open commands are shown. */
const listLimit = 200

/** Columns of `operator_commands c`. A command expires a day after its request, and an hour after its last signature. */
const columns = sql`
  c.id, c.action, c.input, c.reason, r.name as "requestedBy", c.people, c.note, c.signed_text as "signedText",
  (select jsonb_build_object('id', u.id, 'name', btrim(concat_ws(' ', u.first_name, u.last_name)), 'email', u.email)
     from user_accounts u where u.id = c.trader_id) as trader,
  array(select o.name from list_command_signers(c) s join operator_names o on o.id = s order by o.id <> c.requested_by, o.name) as "signedBy",
  ${toMs(sql`c.created_at`)} as "createdAtMs", ${toMs(sql`c.ended_at`)} as "endedAtMs",
  case when c.outcome is not null then c.outcome
       when c.created_at < clock_timestamp() - interval '1 day' or c.ready_at < clock_timestamp() - interval '1 hour' then 'expired'
       when c.ready_at is not null then 'ready'
       when exists (select from operator_signatures s where s.command_id = c.id) then 'needs_second'
       else 'unsigned' end as state`

async function selectOne(db: Db, id: string): Promise<CommandView | null> {
  const { rows } = await sql<CommandView>`
    select ${columns} from operator_commands c join operator_names r on r.id = c.requested_by where c.id = ${id}::uuid`.execute(
    db,
  )
  return rows[0] ?? null
}

export const findCommand = selectOne

/** Lists commands that wait for a signature which one of the roles can give, oldest first. */
export async function listOpenCommands(db: Db, roles: readonly OperatorRole[]): Promise<CommandView[]> {
  const { rows } = await sql<CommandView>`
    select ${columns} from operator_commands c join operator_names r on r.id = c.requested_by
     where c.ended_at is null and c.ready_at is null and c.created_at > clock_timestamp() - interval '1 day'
       and exists (select from operator_signatures s where s.command_id = c.id)
       and find_command_roles(c.action, c.input::jsonb) && ${[...roles]}::text[]
     order by c.created_at limit ${listLimit}`.execute(db)
  return rows
}

/** Stores a command. If one with this id exists, returns that one unchanged. @throws a database error */
export async function requestCommand(
  db: Db,
  secret: Buffer,
  command: {
    readonly id: string
    readonly action: OperatorActionName
    readonly input: string
    readonly reason: string
  },
): Promise<CommandView | null> {
  const { id, action, input, reason } = command
  const found = await selectOne(db, id)
  if (found !== null) return found
  await sql`select request_operator_command(${secret}, ${id}::uuid, ${action}, ${input}, ${reason})`.execute(db)
  return selectOne(db, id)
}

/** Signs a command. @throws a database error, by the name of the rule */
export async function signCommand(
  db: Db,
  secret: Buffer,
  id: string,
  { credentialId, authenticatorData, clientData, signature }: SignedAssertion,
): Promise<CommandView | null> {
  await sql`
    select sign_operator_command(${secret}, ${id}::uuid, ${credentialId}, ${authenticatorData}, ${clientData}, ${signature})`.execute(
    db,
  )
  return selectOne(db, id)
}

/** Cancels a command. Returns false if it is done, or the operator has no right to it. */
export async function cancelCommand(db: Db, secret: Buffer, id: string, reason: string): Promise<boolean> {
  const { rows } = await sql<{ isDone: boolean }>`
    select cancel_operator_command(${secret}, ${id}::uuid, ${reason}) as "isDone"`.execute(db)
  return rows[0]?.isDone === true
}
