import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { canChangeLedger, grantAppRole, hasAppGrants, tablePrivileges } from '../../platform/database/app-role.ts'
import { createTestDatabase } from '../../../test/fixtures/database/test-database.ts'

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>
let app: pg.Client
let owner: pg.Client
let role: string

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  app = new pg.Client({ connectionString: testDatabase.url })
  owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
  await Promise.all([app.connect(), owner.connect()])
  role = app.user ?? ''
  const { rows } = await app.query(
    `insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult, terms_accepted_at, registered_at, real_opened_at)
     values ('ada@example.com', '-', 'Ada', 'Lovelace', 'AU', 'USD', '61400000000', 'en', true, now(), now(), now()) returning id`,
  )
  await app.query(postSql('first'))
  expect(rows).toEqual([{ id: '1' }])
})
afterAll(async () => {
  await Promise.all([app.end(), owner.end()])
  await testDatabase.drop()
})

/** Writes an entry of 5.00 for the only user. */
function postSql(subject: string, { currency = 'USD', system = 'clearing:ORANGE', times = 1 } = {}): string {
  const line = { account: 'cash', userId: 1, currency, amount: 500 }
  return `with entry as (insert into ledger_entries (kind, subject, created_at) values ('test', '${subject}', now()) returning id),
    recorded as (
      select record_movements(jsonb_agg(jsonb_build_object(
               'id', id, 'kind', 'test', 'subject', '${subject}', 'at', now(), 'lines', '${JSON.stringify([line])}'::jsonb)))
        from entry, generate_series(1, ${times})
    )
    insert into ledger_lines (entry_id, account, user_id, currency, amount)
    select id, account, user_id, '${currency}', amount
      from recorded, entry, (values ('cash', 1, 500), ('${system}', null, -500)) as l (account, user_id, amount)`
}

test.each([
  'update ledger_balances set amount = 0',
  'delete from ledger_balances',
  `insert into ledger_balances (user_id, account, currency, amount) values (1, 'bonus', 'USD', 5)`,
  'update ledger_lines set amount = amount * 2',
  'delete from ledger_lines',
  'truncate ledger_lines',
  'update ledger_entries set subject = kind',
  'delete from ledger_entries',
  'truncate ledger_entries cascade',
  `insert into ledger_accounts (name) values ('clearing:MINE')`,
  'update turnover_events set amount = 1',
  'delete from trades',
  'update trade_exposures set loss = 0',
  'delete from trade_exposures',
  'update trade_totals set count = 0',
  'update first_losing_days set day = day',
  'delete from deposits',
  'delete from attempts',
  'delete from captures',
  'update attempt_events set source = state_after',
  'delete from attempt_events',
  'update audit_log set actor = action',
  'delete from audit_log',
  'update market_days set announced_at = now()',
  'delete from market_days',
  'delete from market_secrets',
  'update market_starts set points = 1',
  'delete from migrations',
  'update balance_heads set balance = 0',
  'update balance_days set count = 0',
  `insert into balance_movements (user_id) values (1)`,
  'update trade_days set stake = 0',
  'update trade_hours set profit = 0',
])('the role of the server is not allowed to: %s', async (statement) => {
  await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' })
})

test.each([
  'set session_replication_role = replica',
  'alter table ledger_lines disable trigger all',
  'drop trigger ledger_lines_inserted on ledger_lines',
  'alter table captures add column mine int',
  'create table mine ()',
  'set role tradefront_owner',
])('the role of the server cannot get around the rules: %s', async (statement) => {
  await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' })
})

test.each([
  [
    'lines for an entry of another transaction',
    `insert into ledger_lines (entry_id, account, currency, amount)
      select id, account, 'USD', amount from ledger_entries, (values ('fees', 7), ('bonus_expense', -7)) l (account, amount) limit 2`,
    'ledger_balanced',
  ],
  [
    'an entry without lines',
    `insert into ledger_entries (kind, subject, created_at) values ('deposit.credited', 'early', now())`,
    'ledger_entry_has_lines',
  ],
  ['an unknown system account', postSql('cleering', { system: 'cleering:ORNGE' }), 'ledger_account_known'],
  ['cash in a currency that the trader does not have', postSql('euro', { currency: 'EUR' }), 'ledger_account_currency'],
  [
    'lines that the history does not have',
    `with entry as (insert into ledger_entries (kind, subject, created_at) values ('test', 'unrecorded', now()) returning id)
      insert into ledger_lines (entry_id, account, user_id, currency, amount)
      select id, account, user_id, 'USD', amount from entry, (values ('cash', 1, 5), ('fees', null, -5)) l (account, user_id, amount)`,
    'ledger_recorded',
  ],
  ['lines that the history has twice', postSql('twice', { times: 2 }), 'ledger_recorded'],
])('the database refuses %s', async (_name, statement, constraint) => {
  await expect(app.query(statement)).rejects.toMatchObject({ constraint })
})

test('a temporary table cannot replace a table that the rules read', async () => {
  await app.query(`create temporary table users as select 1::bigint as id, 'EUR' as currency, now() as real_opened_at`)
  await app.query(`create temporary table ledger_accounts as select 'cleering:ORNGE' as name`)
  await expect(app.query(postSql('euro', { currency: 'EUR' }))).rejects.toMatchObject({
    constraint: 'ledger_account_currency',
  })
  await expect(app.query(postSql('cleering', { system: 'cleering:ORNGE' }))).rejects.toMatchObject({
    constraint: 'ledger_account_known',
  })
  await app.query('drop table pg_temp.users, pg_temp.ledger_accounts')
  const { rows } = await owner.query(
    `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ '\\m(from|join) [a-z_]+\\M' and proconfig is null`,
  )
  expect(rows).toEqual([])
})

test('lines follow their entry within a transaction, but money cannot change its currency', async () => {
  await app.query(postSql('second'))
  expect((await app.query('select amount from ledger_balances')).rows).toEqual([{ amount: '1000' }])
  await expect(app.query(`update users set currency = 'EUR'`)).rejects.toMatchObject({
    constraint: 'users_currency_fixed',
  })
})

test('what a trader ordered and a processor was asked cannot change', async () => {
  for (const [table, column] of [
    ['deposits', 'amount'],
    ['deposits', 'card_id'],
    ['attempts', 'reference'],
    ['attempts', 'processor'],
  ])
    await expect(app.query(`update ${table} set ${column} = ${column}`)).rejects.toMatchObject({
      constraint: `${table}_fixed`,
    })
})

test('each table is in one list of rights', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  expect(tablePrivileges.map(({ name }) => name).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test('a grant that was taken is given back, and one that was added is taken', async () => {
  expect(await hasAppGrants(owner, role)).toBe(true)
  expect(await canChangeLedger(owner, role)).toBe(false)
  await owner.query(`revoke insert on sessions from ${role}; grant delete on captures to ${role}`)
  expect(await hasAppGrants(owner, role)).toBe(false)
  await grantAppRole(owner, role)
  expect(await hasAppGrants(owner, role)).toBe(true)
  await expect(app.query('delete from captures')).rejects.toMatchObject({ code: '42501' })
})

test('the rights to a table of a newer version stay', async () => {
  await owner.query(`create table added (); grant select, insert on added to ${role}`)
  expect(await hasAppGrants(owner, role)).toBe(true)
  await owner.query(`revoke insert on sessions from ${role}`)
  await grantAppRole(owner, role)
  await app.query('insert into added default values')
  await owner.query('drop table added')
})

test('a table that is in no list can be neither read nor written', async () => {
  await owner.query('create table unlisted ()')
  await grantAppRole(owner, role)
  await expect(app.query('select from unlisted')).rejects.toMatchObject({ code: '42501' })
  await owner.query('drop table unlisted')
})
