import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { type ClusterState, DATABASE } from './cluster-state.ts'
import { SUPERUSER } from './postgres-process.ts'

/** `owner` owns the tables and runs migrations. `app` and `desk` only get what `owner` grants to them. */
export const ROLES = { owner: 'tradefront_owner', app: 'tradefront_app', desk: 'tradefront_desk' } as const
export type Role = keyof typeof ROLES

export function buildRoleUrl(state: Pick<ClusterState, 'port' | 'password'>, role: Role): string {
  return `postgres://${ROLES[role]}:${derivePassword(state.password, role)}@127.0.0.1:${state.port}/${DATABASE}`
}

/** @returns true if the superuser owns the database, as in data folders of earlier versions */
export async function ensureRolesAndDatabase(client: pg.Client, state: ClusterState): Promise<boolean> {
  for (const role of ['owner', 'app', 'desk'] as const) {
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [ROLES[role]])
    if (rowCount === 0)
      await client.query(`create role ${ROLES[role]} login password '${derivePassword(state.password, role)}'`)
  }
  const { rows } = await client.query<{ owner: string }>(
    'select datdba::regrole::text as owner from pg_database where datname = $1',
    [DATABASE],
  )
  if (rows.length === 0) await client.query(`create database ${DATABASE} owner ${ROLES.owner}`)
  return rows[0]?.owner === SUPERUSER
}

/** @param client connection of the superuser to the product's database */
export async function transferToOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('alter database %I owner to ${ROLES.owner}', $1::text) as statement
     union all
     select format('alter schema %I owner to ${ROLES.owner}', nspname) from pg_namespace
      where nspowner = '${SUPERUSER}'::regrole and nspname !~ '^pg_' and nspname <> 'information_schema'
     union all
     select format('alter %s %s owner to ${ROLES.owner}', case relkind when 'v' then 'view' else 'table' end, oid::regclass)
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and relowner = '${SUPERUSER}'::regrole
     union all
     select format('alter function %s owner to ${ROLES.owner}', oid::regprocedure)
       from pg_proc where pronamespace = 'public'::regnamespace and proowner = '${SUPERUSER}'::regrole`,
    [DATABASE],
  )
  await client.query(['begin', ...rows.map(({ statement }) => statement), 'commit'].join(';'))
}

/** Derives the password of a role, so that `postgres.json` keeps only one. */
function derivePassword(password: string, role: string): string {
  return createHmac('sha256', password).update(`role:${role}`).digest('base64url')
}
