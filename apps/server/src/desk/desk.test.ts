import type { CommandView, WithdrawalDetails } from '@tradefront/contract/desk'
import { deskCalls } from '@tradefront/contract/desk'
import { traderCalls } from '@tradefront/contract/desk-traders'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openTestDesk, type TestDesk, type TestOperator } from '../../test/fixtures/operators/desk-fixture.ts'
import { createTestPasskey } from '../../test/fixtures/operators/test-passkey.ts'
import { operator as keeper, startWithdrawalApp } from '../../test/fixtures/withdrawal/withdrawal-app.ts'
import { approveWithdrawal } from '../modules/withdrawal/operator.ts'

const app = await startWithdrawalApp()
let desk: TestDesk
let payer: TestOperator
let second: TestOperator
let support: TestOperator

beforeAll(async () => {
  await app.runAsOwner(`insert into settings values ('approval_limit', '1000', clock_timestamp() - interval '2 days')`)
  desk = await openTestDesk(app)
  payer = await desk.createOperator('payments')
  second = await desk.createOperator('payments')
  support = await desk.createOperator('support')
})

afterAll(async () => {
  await desk.stop()
  await app.stop()
})

/** Creates a withdrawal that waits for approval. @param amount in major units */
async function createWithdrawal(amount = 200) {
  const trader = await app.registerFunded({ cash: amount * 100 })
  const { withdrawal } = await app.withdraw(trader.client, amount)
  const id = withdrawal?.id ?? ''
  return { id, input: { withdrawal: id, trader: trader.userId, amount: amount * 100, currency: 'USD' } }
}

const getState = async (id: string) => (await app.findWithdrawal(id)).state

describe('a withdrawal', () => {
  test('is approved by a signed command, which the audit trail proves', async () => {
    const { id, input } = await createWithdrawal()
    expect(await payer.order('withdrawal.approve', input)).toMatchObject({ state: 'done', signedBy: [payer.name] })
    expect(await getState(id)).toBe('approved')
    const { rows } = await sql`
      select actor, reason, command_id is not null as proved from audit_log where subject = ${`withdrawal:${id}`}`.execute(
      app.database.db,
    )
    expect(rows).toEqual([{ actor: payer.name, reason: 'as agreed', proved: true }])
  })

  test('above the limit waits for a second operator, who is named too', async () => {
    const { id, input } = await createWithdrawal(1500)
    const asked = await payer.order('withdrawal.approve', input)
    expect(asked).toMatchObject({ state: 'needs_second', people: 2 })
    expect(await getState(id)).toBe('waiting_approval')
    const waiting = (await second.get(deskCalls.listCommands.path))['commands'] as CommandView[]
    expect(waiting.map((command) => command.id)).toContain(asked.id)
    expect((await support.get(deskCalls.listCommands.path))['commands']).toEqual([])
    await second.sign(asked)
    await app.runJob('operators.run_commands')
    expect(await getState(id)).toBe('approved')
    const { rows } = await sql`select actor from audit_log where subject = ${`withdrawal:${id}`}`.execute(
      app.database.db,
    )
    expect(rows).toEqual([{ actor: `${payer.name} + ${second.name}` }])
  })

  test.each([
    ['amount', { amount: 100 }],
    ['currency', { currency: 'EUR' }],
    ['trader', { trader: 1 }],
  ])('is not approved with another %s than it has', async (_what, change) => {
    const { id, input } = await createWithdrawal()
    const other = await desk.createOperator('payments')
    const command = await other.order('withdrawal.approve', { ...input, ...change })
    expect(command).toMatchObject({ state: 'refused', note: 'desk.changed' })
    expect(await getState(id)).toBe('waiting_approval')
  })

  test('is rejected with words for the trader', async () => {
    const { id } = await createWithdrawal()
    const input = { withdrawal: id, words: 'Send us a bank statement, please.' }
    expect(await payer.order('withdrawal.reject', input)).toMatchObject({ state: 'done' })
    expect(await app.findWithdrawal(id)).toMatchObject({ state: 'rejected', reason: input.words })
    expect(await payer.order('withdrawal.reject', input)).toMatchObject({
      state: 'refused',
      note: 'withdrawal.decided',
    })
  })

  test('shows what to check, and who has looked is in the audit trail once', async () => {
    const { id, input } = await createWithdrawal()
    const path = deskCalls.getWithdrawal.path.replace(':id', id)
    await payer.get(path)
    const { withdrawal } = (await payer.get(path)) as { withdrawal?: WithdrawalDetails }
    expect(withdrawal).toMatchObject({
      id,
      amount: 20_000,
      currency: 'USD',
      state: 'waiting_approval',
      trader: { id: input.trader },
      parts: [{ to: 'GB29NWBK60161331926819', amount: 18_500 }],
      checks: { verification: 'Full', cash: 0, hold: 20_000, chargebacks: 0, against: [] },
    })
    const { rows } = await sql`
      select actor, action from audit_log where subject = ${`withdrawal:${id}`}`.execute(app.database.db)
    expect(rows).toEqual([{ actor: payer.name, action: 'desk.read' }])
  })

  test('is in the list of its state, page by page', async () => {
    app.clock.advance(1000)
    const { id } = await createWithdrawal()
    const list = async (query: string) =>
      (await payer.get(`${deskCalls.listWithdrawals.path}${query}`)) as unknown as { withdrawals: { id: string }[] }
    expect((await list('?state=waiting_approval')).withdrawals[0]?.id).toBe(id)
    expect((await list('?state=paid')).withdrawals.map((row) => row.id)).not.toContain(id)
    expect((await list(`?before=${id}`)).withdrawals.map((row) => row.id)).not.toContain(id)
  })
})

describe('alone, or with a stolen session', () => {
  test('the server approves nothing, and writes no entry in an operator’s name', async () => {
    const { id } = await createWithdrawal()
    const withdrawal = await app.findWithdrawal(id)
    const { db } = app.database
    await expect(approveWithdrawal(app.context, withdrawal, keeper)).rejects.toMatchObject({
      constraint: 'audit_log_operator_proved',
    })
    await expect(
      db.updateTable('withdrawals').set({ state: 'approved' }).where('id', '=', id).execute(),
    ).rejects.toMatchObject({ constraint: 'withdrawals_ordered' })
    const entry = {
      created_at: new Date(),
      actor: payer.name,
      action: 'withdrawal.approve',
      subject: `withdrawal:${id}`,
    }
    await expect(db.insertInto('audit_log').values(entry).execute()).rejects.toMatchObject({
      constraint: 'audit_log_operator_proved',
    })
    // The command of another withdrawal proves nothing about this one.
    const other = await createWithdrawal()
    const asked = (await payer.request('withdrawal.reject', { withdrawal: other.id, words: 'Not yet.' }))['command']
    await payer.sign(asked as CommandView)
    const by = { actor: payer.name, commandId: (asked as CommandView).id }
    await expect(approveWithdrawal(app.context, withdrawal, by)).rejects.toMatchObject({
      constraint: 'audit_log_operator_proved',
    })
  })

  test('the server begins no withdrawal past its first step, and proves no account that money goes to', async () => {
    const { id, input } = await createWithdrawal()
    const { pool } = app.database
    const copy = (table: string, change: string, where: string) =>
      pool.query(`insert into ${table} select (jsonb_populate_record(t, ${change})).* from ${table} t where ${where}`)
    await expect(
      copy('withdrawals', `jsonb_build_object('id', gen_random_uuid(), 'state', 'paying')`, `t.id = '${id}'`),
    ).rejects.toMatchObject({ constraint: 'withdrawals_begin' })
    await pool.query(
      `update withdrawal_destinations set state = 'removed', removed_at = now() where user_id = ${input.trader}`,
    )
    await expect(
      copy(
        'withdrawal_destinations',
        `jsonb_build_object('id', gen_random_uuid(), 'state', 'proved', 'removed_at', null)`,
        `t.user_id = ${input.trader}`,
      ),
    ).rejects.toMatchObject({ constraint: 'withdrawal_destinations_begin' })
  })

  test.each([
    ['amount', { amount: 100 }],
    ['currency', { currency: 'EUR' }],
    ['trader', { trader: 1 }],
  ])('the server approves no withdrawal with a command that names another %s', async (_what, change) => {
    const { id, input } = await createWithdrawal()
    const operator = await desk.createOperator('payments')
    const command = (await operator.request('withdrawal.approve', { ...input, ...change }))['command'] as CommandView
    await operator.sign(command)
    const approving = sql`
      with audited as (
        insert into audit_log (created_at, actor, action, subject, command_id)
        select now(), 'x', 'withdrawal.approve', ${`withdrawal:${id}`}, (begin_operator_command(${command.id}::uuid)).id)
      update withdrawals set state = 'approved' where id = ${id}::uuid`
    await expect(approving.execute(app.database.db)).rejects.toMatchObject({ constraint: 'withdrawals_ordered' })
  })

  test('a command that is begun without its entry in the audit trail allows nothing', async () => {
    const { id, input } = await createWithdrawal()
    const command = (await payer.request('withdrawal.approve', input))['command'] as CommandView
    await payer.sign(command)
    await app.database.db
      .transaction()
      .execute(async (trx) => {
        await sql`select begin_operator_command(${command.id}::uuid)`.execute(trx)
        await expect(
          sql`update withdrawals set state = 'approved' where id = ${id}::uuid`.execute(trx),
        ).rejects.toMatchObject({ constraint: 'withdrawals_ordered' })
      })
      .catch(() => undefined)
    for (const call of [
      `begin_operator_command('${command.id}')`,
      `refuse_operator_command('${command.id}', 'x')`,
      `recount_operator_command('${command.id}', 1)`,
    ])
      await expect(desk.database.pool.query(`select ${call}`)).rejects.toMatchObject({ code: '42501' })
  })

  test('the server adds, ages and raises nothing that is about operators', async () => {
    const { pool } = app.database
    for (const [statement, rule] of [
      [`insert into operators (name, created_at) values ('mallory', now())`, 'operators_by_operators'],
      [`update operators set created_at = created_at - interval '2 days'`, 'operators_by_operators'],
      [`update operators set roles = '{payments,risk}'`, 'operators_by_operators'],
      [`update settings set value = '1000000' where name = 'approval_limit'`, 'settings_by_operators'],
      [`insert into settings values ('bank_details', '"Evil Bank"', now())`, 'settings_by_operators'],
      [`delete from settings`, 'settings_by_operators'],
      [
        `insert into promo_codes (code, audience, amount, max_uses_per_trader, starts_at, created_at)
          values ('FREE', 'everyone', 500000, 1, now(), now())`,
        'promo_codes_by_operators',
      ],
      [`update promo_codes set ends_at = null`, 'promo_codes_by_operators'],
    ] as const)
      await expect(pool.query(statement), statement).rejects.toMatchObject({ constraint: rule })
  })

  test('the role of the desk changes nothing by itself', async () => {
    for (const statement of [
      `update withdrawals set state = 'approved'`,
      `update operator_commands set people = 0, ready_at = now()`,
      `insert into operator_signatures select * from operator_signatures`,
      `insert into audit_log (created_at, actor, action, subject) values (now(), 'x', 'x', 'x')`,
      `insert into ledger_entries (kind) values ('x')`,
      `insert into operators (name) values ('mallory')`,
      `update settings set value = '1000000'`,
      `select * from market_secrets`,
      `select * from users`,
      `select * from cards`,
      `select * from sessions`,
      `select * from operator_sessions`,
      `select * from login_links`,
    ])
      await expect(desk.database.pool.query(statement), statement).rejects.toMatchObject({ code: '42501' })
  })

  test('every call but the log-ins refuses who is not logged in, and every call refuses other sites', async () => {
    for (const { path, method, access } of Object.values({ ...deskCalls, ...traderCalls })) {
      const body = method === 'POST' ? {} : undefined
      const url = path.replace(':id', '00000000-0000-4000-8000-000000000000')
      // A trader's cookie opens nothing here.
      if (access === 'client') {
        const { status } = await desk.call(url, 'session=x; __Host-desk=x', body)
        expect([400, 401], path).toContain(status)
      }
      if (method === 'GET') continue
      const fromElsewhere: Readonly<Record<string, string>>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.example' },
      ]
      for (const headers of fromElsewhere)
        expect([400, 403], path).toContain((await desk.call(url, payer.cookie, body, headers)).status)
    }
    const refused = await desk.call(deskCalls.logOut.path, payer.cookie, {}, { 'sec-fetch-site': 'cross-site' })
    expect(refused).toMatchObject({ status: 403, json: { error: 'errors.csrf' } })
    expect((await desk.call(deskCalls.getOperator.path, 'session=x')).json.error).toBe('errors.session')
  })

  test('support reads withdrawals and moves no money', async () => {
    const { input } = await createWithdrawal()
    expect(await support.request('withdrawal.approve', input)).toMatchObject({ return: false, error: 'desk.no_right' })
    expect(await support.get(deskCalls.listWithdrawals.path)).toMatchObject({ return: true })
    const documents = await desk.createOperator('documents')
    expect(await documents.get(deskCalls.listWithdrawals.path)).toMatchObject({ error: 'desk.no_right' })
  })

  test('a log-in with a passkey that nobody has added, or with an old challenge, opens nothing', async () => {
    const stranger = createTestPasskey('https://desk.example')
    expect(await desk.logIn(stranger)).toBe('undefined=undefined')
    const { json } = await desk.call(deskCalls.getChallenge.path, '', {})
    const challenge = Buffer.from(String(json['challenge']), 'base64url')
    const { authenticatorData, clientData, signature } = payer.passkey.sign(challenge)
    const open = (secret: string) =>
      desk.database.pool.query('select open_operator_session_by_passkey($1, $2, $3, $4, $5, $6) as open', [
        challenge,
        payer.passkey.credentialId,
        authenticatorData,
        clientData,
        signature,
        Buffer.from(secret),
      ])
    expect((await open('one')).rows).toEqual([{ open: true }])
    // Each challenge is good for one log-in.
    expect((await open('two')).rows).toEqual([{ open: false }])
  })
})

test('the desk says that it is alive and reaches its database, which a cookie of an operator is not needed for', async () => {
  expect((await desk.call('/healthz', '')).json).toEqual({ ok: true })
  expect((await desk.call('/readyz', '')).json).toMatchObject({ ok: true })
})
