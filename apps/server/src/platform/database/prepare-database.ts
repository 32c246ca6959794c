import pg from 'pg'

import { StartupError } from '../config/startup-error.ts'
import { canChangeLedger, grantAppRole, grantDeskRole, hasAppGrants } from './app-role.ts'
import { connectToDatabase, hasPendingChanges, updateSchema } from './migrate.ts'
import { refuseOldPostgres } from './postgres-version.ts'

export type DatabaseUrls = {
  /** Address of the database for the running server. */
  readonly url: string
  /** Address for the role that owns the tables. Undefined: `url` is used, or the database is already prepared. */
  readonly ownerUrl: string | undefined
}

/** A new operator or passkey can sign nothing for this time. */
const newcomerHours = 24

/** Settings of the operators' desk, which is a server of its own. */
export type DeskSettings = {
  /** Address of the database for the desk's role. Undefined: there is no desk. */
  readonly url: string | undefined
  /** Address in the operators' browsers, to which their passkeys are bound. */
  readonly origin: string
  /** True if a new operator or passkey can sign at once. */
  readonly isTestSite: boolean
}

/**
 * Updates the schema as the owner, adds missing system accounts, and grants the tables to the server's role.
 * @returns whether the server's role can change posted ledger entries
 * @throws StartupError if the database is unreachable or too old, or not prepared and `url` cannot prepare it
 */
export async function prepareDatabase(
  { url, ownerUrl = url }: DatabaseUrls,
  systemAccounts: readonly string[],
  { desk, sourceFolder }: { readonly desk?: DeskSettings; readonly sourceFolder?: string } = {},
): Promise<{ canChangeLedger: boolean }> {
  const { user: role = '' } = new pg.Client({ connectionString: url })
  const client = await connectToDatabase(ownerUrl)
  try {
    await refuseOldPostgres(client)
    if (!(await ownsTables(client))) {
      if (await isPrepared(client, role, systemAccounts)) return { canChangeLedger: false }
      throw new StartupError(
        `The database is not ready for this version, and the role ${role} cannot change it: start one server with DATABASE_OWNER_URL.`,
      )
    }
    await updateSchema(client, sourceFolder)
    await insertMissingAccounts(client, systemAccounts)
    if (desk !== undefined) await prepareDesk(client, desk, role)
    if (await canChangeLedger(client, role)) return { canChangeLedger: true }
    await grantAppRole(client, role)
    return { canChangeLedger: false }
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Returns true in an empty database that the role can fill. */
async function ownsTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ owns: boolean }>(
    `select has_schema_privilege('public', 'CREATE') and coalesce(
       (select pg_has_role(relowner, 'USAGE') from pg_class where oid = to_regclass('public.migrations')), true) as owns`,
  )
  return rows[0]?.owns === true
}

/**
 * Prepares the database for the desk. @param appRole of the servers @throws StartupError if the desk's role is missing, or has more rights
 * than a desk
 */
async function prepareDesk(
  client: pg.Client,
  { url, origin, isTestSite }: DeskSettings,
  appRole: string,
): Promise<void> {
  await client.query('select set_desk_origin($1, $2)', [origin, isTestSite ? 0 : newcomerHours])
  if (url === undefined) return
  const { user: role = '' } = new pg.Client({ connectionString: url })
  const { rows } = await client.query<{ owns: boolean }>(
    `select pg_has_role(r.oid, t.relowner, 'MEMBER') as owns from pg_roles r, pg_class t
      where r.rolname = $1 and t.oid = 'public.migrations'::regclass`,
    [role],
  )
  if (rows[0] === undefined)
    throw new StartupError(`The role ${role} of DESK_DATABASE_URL does not exist: create it, without any rights.`)
  if (rows[0].owns || role === appRole)
    throw new StartupError(
      `The role ${role} of DESK_DATABASE_URL must be another one than those of the servers and of the tables.`,
    )
  await grantDeskRole(client, role)
}

async function isPrepared(client: pg.Client, role: string, systemAccounts: readonly string[]): Promise<boolean> {
  return (
    !(await hasPendingChanges(client)) &&
    (await hasAppGrants(client, role)) &&
    (await findMissingAccounts(client, systemAccounts)).length === 0
  )
}

async function insertMissingAccounts(client: pg.Client, systemAccounts: readonly string[]): Promise<void> {
  const missing = await findMissingAccounts(client, systemAccounts)
  if (missing.length > 0)
    await client.query('insert into ledger_accounts (name) select unnest($1::text[]) on conflict do nothing', [missing])
}

async function findMissingAccounts(client: pg.Client, systemAccounts: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where name not in (select name from ledger_accounts)',
    [systemAccounts],
  )
  return rows.map(({ name }) => name)
}
