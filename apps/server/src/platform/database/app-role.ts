import type pg from 'pg'

// Rights of the running server's role to each table. It gets none to tables that are in none of these lists.
// Columns that cannot change are in `protected-rows.sql` of each module.
/** Tables that are filled by triggers, migrations and the owner. */
const readOnly = [
  'audit_seals',
  'audit_unsealed',
  'backups',
  'balance_days',
  'balance_heads',
  'balance_movements',
  'bank_formats',
  'bank_payments',
  'ledger_accounts',
  'ledger_balances',
  'migrations',
  'operator_commands',
  'operator_signatures',
  'repeatable_sql',
  'statement_formats',
  'tournament_counts',
  'tournament_edges',
  'tournament_ranges',
  'tournament_scores',
  'tournament_weekend_symbols',
  'trade_days',
  'trade_exposures',
  'trade_hours',
  'trade_totals',
]
const insertOnly = [
  'ledger_entries',
  'ledger_lines',
  'turnover_events',
  'tournament_trade_values',
  'attempt_events',
  'audit_log',
  'first_losing_days',
  'ticket_merges',
  'ticket_notes',
  'gift_claims',
  'market_days',
  'market_gaps',
  'market_starts',
  'market_states',
  'beacon_chains',
  'beacon_rounds',
  'log_checkpoints',
  'log_cosignatures',
  'log_entries',
  'log_nodes',
  'log_totals',
  'closed_days',
  'trade_voids',
]
const neverDeleted = [
  'chargebacks',
  'statement_exceptions',
  'statement_files',
  'users',
  'deposits',
  'attempts',
  'captures',
  'daily_deposit_counts',
  'crypto_invoices',
  'crypto_receipts',
  'wagering_requirements',
  'promo_codes',
  'promo_redemptions',
  'trades',
  'loss_returns',
  'trade_sales',
  'trading_stops',
  'tournaments',
  'tournament_prizes',
  'withdrawals',
  'withdrawal_destinations',
  'payouts',
  'operators',
  'log_keys',
  'market_secrets',
  'tickets',
  'trader_notes',
  'ticket_posts',
  'push_keys',
  'installations',
  'quarantines',
]
const changeable = [
  'alerts',
  'blobs',
  'browser_errors',
  'calendar_events',
  'card_client_logs',
  'cards',
  'chargeback_files',
  'chart_layouts',
  'chat_conversations',
  'contact_requests',
  'crypto_blocks',
  'crypto_chains',
  'deposit_notices',
  'devices',
  'dismissed_notices',
  'documents',
  'drawings',
  'email_links',
  'exchange_rates',
  'held_rates',
  'login_failures',
  'login_links',
  'mail_stops',
  'mail_texts',
  'mails',
  'market_candles',
  'market_quotes',
  'market_recorders',
  'news_items',
  'news_sources',
  'offers',
  'pages',
  'operator_cases',
  'password_reset_requests',
  'password_resets',
  'price_alerts',
  'processor_webhooks',
  'provider_access',
  'push_messages',
  'push_subscriptions',
  'sealed_reads',
  'sealed_uploads',
  'security_events',
  'server_beats',
  'sessions',
  'settings',
  'signals',
  'signup_bonuses',
  'statement_code_charges',
  'statement_codes',
  'statement_comparisons',
  'statement_totals',
  'ticket_assignments',
  'ticket_attachments',
  'ticket_templates',
  'trade_refusals',
  'trader_tags',
  'user_marks',
  'user_tip_settings',
  'user_visits',
  'withdrawal_tab_views',
]

type TablePrivileges = { readonly name: string; readonly privileges: readonly string[] }

/** Secrets of operators, and who can act for them: only functions of the database read and write them. */
const hidden = [
  'desk_origins',
  'emergency_roles',
  'operator_challenges',
  'operator_invitations',
  'operator_login_failures',
  'operator_passkeys',
  'operator_passwords',
  'operator_presences',
  'operator_sessions',
  'operator_views',
]

const withPrivileges = (tables: readonly string[], ...privileges: string[]) =>
  tables.map((name): TablePrivileges => ({ name, privileges }))

export const tablePrivileges = [
  ...withPrivileges(readOnly, 'SELECT'),
  ...withPrivileges(insertOnly, 'SELECT', 'INSERT'),
  ...withPrivileges(neverDeleted, 'SELECT', 'INSERT', 'UPDATE'),
  ...withPrivileges(changeable, 'SELECT', 'INSERT', 'UPDATE', 'DELETE'),
  ...withPrivileges(hidden),
]

/** Tables that the desk reads, besides all views. The desk writes by functions only, which check the operator's session. */
const readByDesk = [
  'alerts',
  'attempts',
  'audit_log',
  'audit_seals',
  'audit_unsealed',
  'backups',
  'bank_formats',
  'bank_payments',
  'captures',
  'chargeback_files',
  'chargebacks',
  'closed_days',
  'deposits',
  'exchange_rates',
  'held_rates',
  'ledger_balances',
  'log_entries',
  'mail_texts',
  'loss_returns',
  'migrations',
  'news_items',
  'operator_cases',
  'operator_commands',
  'operator_signatures',
  'pages',
  'payouts',
  'promo_codes',
  'promo_redemptions',
  'quarantines',
  'repeatable_sql',
  'settings',
  'statement_comparisons',
  'statement_exceptions',
  'statement_files',
  'statement_formats',
  'statement_totals',
  'ticket_assignments',
  'ticket_notes',
  'ticket_templates',
  'tournament_counts',
  'tournament_edges',
  'tournament_prizes',
  'tournaments',
  'trader_notes',
  'trade_sales',
  'trade_voids',
  'trader_tags',
  'trades',
  'trading_stops',
  'withdrawal_destinations',
  'withdrawals',
]
const deskPrivileges = [
  ...withPrivileges(readByDesk, 'SELECT'),
  ...tablePrivileges.filter(({ name }) => !readByDesk.includes(name)).map(({ name }) => ({ name, privileges: [] })),
]

/** All that the role of the desk can call: they ask for the secret of a session, or open one. */
const deskFunctions = [
  'accept_operator_invitation',
  'cancel_operator_command',
  'create_operator_challenge',
  'describe_operator_session',
  'end_operator_session',
  'enrol_operator_passkey',
  'find_command_roles',
  'format_audit_seal',
  'list_command_signers',
  'list_operator_views',
  'open_operator_session_by_passkey',
  'open_operator_session_by_password',
  'record_operator_presence',
  'record_operator_read',
  'remove_operator_view',
  'request_operator_command',
  'request_sealed_read',
  'save_operator_view',
  'sign_operator_command',
  'store_bank_payments',
  'store_sealed_upload',
  'store_statement_file',
  'take_sealed_read',
]
const calledByBoth: readonly string[] = ['find_command_roles', 'format_audit_seal', 'list_command_signers']
/** A server calls all functions but these: it opens no session of an operator. */
const refusedToServers = deskFunctions.filter((name) => !calledByBoth.includes(name))

/** Grants that a role lacks or has too many of. Tables of a newer version are unknown, and keep theirs. */
const differences = `
  with wanted as (
    select c.oid::regclass::text as name, c.oid, coalesce(t.privileges, array['SELECT']) as privileges
      from pg_class c left join jsonb_to_recordset($2) as t(name text, privileges text[]) on t.name = c.relname
     where c.relnamespace = 'public'::regnamespace and (c.relkind = 'v' or c.relkind = 'r' and t.name is not null)
  )
  select name, privileges from wanted
   where exists (select 1 from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as p
                  where has_table_privilege($1, wanted.oid, p) <> (p = any(wanted.privileges)))`

const lock = 7_420_032

/** Grants a server's role its rights. @param owner connection of the role that owns the tables */
export async function grantAppRole(owner: pg.Client, role: string): Promise<void> {
  if (await hasAppGrants(owner, role)) return
  const name = owner.escapeIdentifier(role)
  await owner.query('begin')
  try {
    // Several servers can start at the same time.
    await owner.query('select pg_advisory_xact_lock($1)', [lock])
    await grantTables(owner, role, tablePrivileges)
    // Tables of another role could not be used. Jobs only look for due rows, so that nothing is lost.
    const { rows } = await owner.query<{ foreign: boolean }>(
      `select exists (select 1 from pg_tables where schemaname = 'pgboss' and tableowner <> $1) as foreign`,
      [role],
    )
    if (rows[0]?.foreign) await owner.query('drop schema pgboss cascade; create schema pgboss')
    await owner.query(`grant usage, create on schema pgboss to ${name}`)
    await owner.query(`grant execute on all functions in schema public to ${name}`)
    await withdrawFromPublic(owner)
    await owner.query(await buildFunctionGrants(owner, 'revoke', 'from', role, refusedToServers))
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Grants the desk's role its rights. @param role of the desk's server, which owns nothing */
export async function grantDeskRole(owner: pg.Client, role: string): Promise<void> {
  await owner.query('begin')
  try {
    await owner.query('select pg_advisory_xact_lock($1)', [lock])
    await grantTables(owner, role, deskPrivileges)
    await withdrawFromPublic(owner)
    await owner.query(`revoke execute on all functions in schema public from ${owner.escapeIdentifier(role)}`)
    await owner.query(await buildFunctionGrants(owner, 'grant', 'to', role, deskFunctions))
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Takes rights from everyone: otherwise everyone could call each new function. */
async function withdrawFromPublic(owner: pg.Client): Promise<void> {
  await owner.query('revoke execute on all functions in schema public from public')
  await owner.query('alter default privileges revoke execute on functions from public')
}

/** Builds grants. @returns statements for all functions of these names */
async function buildFunctionGrants(
  owner: pg.Client,
  verb: 'grant' | 'revoke',
  preposition: 'to' | 'from',
  role: string,
  names: readonly string[],
): Promise<string> {
  const { rows } = await owner.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc where pronamespace = 'public'::regnamespace and proname = any($1)`,
    [names],
  )
  const grantee = owner.escapeIdentifier(role)
  return rows.map(({ signature }) => `${verb} execute on function ${signature} ${preposition} ${grantee}`).join(';')
}

async function grantTables(owner: pg.Client, role: string, wanted: readonly TablePrivileges[]): Promise<void> {
  const name = owner.escapeIdentifier(role)
  for (const { name: table, privileges } of await findDifferences(owner, role, wanted)) {
    await owner.query(`revoke all on ${table} from ${name}`)
    if (privileges.length > 0) await owner.query(`grant ${privileges.join(', ')} on ${table} to ${name}`)
  }
}

export async function hasAppGrants(client: pg.Client, role: string): Promise<boolean> {
  const { rows } = await client.query<{ granted: boolean }>(
    `select has_schema_privilege($1, 'pgboss', 'CREATE') and has_schema_privilege($1, 'pgboss', 'USAGE')
        and (select bool_and(has_function_privilege($1, oid, 'EXECUTE') = (proname <> all ($2))
                             and not has_function_privilege('public', oid, 'EXECUTE'))
               from pg_proc where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype) as granted`,
    [role, refusedToServers],
  )
  return rows[0]?.granted === true && (await findDifferences(client, role, tablePrivileges)).length === 0
}

/** Returns whether the role can change posted entries: true for the tables' owner and for superusers. */
export async function canChangeLedger(client: pg.Client, role: string): Promise<boolean> {
  const { rows } = await client.query<{ can: boolean }>(
    `select has_table_privilege($1, 'ledger_lines', 'DELETE') as can`,
    [role],
  )
  return rows[0]?.can === true
}

async function findDifferences(
  client: pg.Client,
  role: string,
  wanted: readonly TablePrivileges[],
): Promise<{ name: string; privileges: string[] }[]> {
  const { rows } = await client.query<{ name: string; privileges: string[] }>(differences, [
    role,
    JSON.stringify(wanted),
  ])
  return rows
}
