import type { OperatorRow } from '@tradefront/contract/desk-control'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { toMs } from '../../platform/database/to-ms.ts'

/** Lists operators, those who can log in first. */
export async function listOperatorRows(db: Db): Promise<OperatorRow[]> {
  const { rows } = await sql<OperatorRow>`
    select id, name, roles, passkeys, invitation_hash as invitation, ${toMs(sql`created_at`)} as "createdAtMs", ${toMs(sql`signs_from`)} as "signsFromMs",
           ${toMs(sql`last_login_at`)} as "lastLoginAtMs",
           case when disabled_at is not null then 'disabled'
                when not is_set_up then case when invited_at > now() - interval '3 days' then 'invited' else 'expired' end
                when signs_from > now() then 'new'
                else 'active' end as state
      from operator_accounts
     order by disabled_at is not null, name`.execute(db)
  return rows
}
