import { randomBytes, randomUUID } from 'node:crypto'

import type { CommandView } from '@tradefront/contract/desk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { computeCode, openTestDesk, type TestDesk } from '../../test/fixtures/operators/desk-fixture.ts'
import { startWithdrawalApp } from '../../test/fixtures/withdrawal/withdrawal-app.ts'

const app = await startWithdrawalApp()
const { pool } = app.database
const denied = { code: '42501' }
let desk: TestDesk
beforeAll(async () => {
  desk = await openTestDesk(app)
})
afterAll(async () => {
  await desk.stop()
  await app.stop()
})

const toSecret = ({ cookie }: { readonly cookie: string }) => Buffer.from(cookie.split('=')[1] ?? '', 'base64url')
const find = async (by: Awaited<ReturnType<TestDesk['createOperator']>>, id: string) =>
  (await by.get(`/api/desk/command/${id}`))['command'] as CommandView

describe('a role of the database', () => {
  test('calls only what it is for: the desk books nothing, a server opens no session, and nobody else calls anything', async () => {
    const desks = desk.database.pool
    await expect(desks.query(`select record_tournament_results('[]')`)).rejects.toMatchObject(denied)
    await expect(desks.query(`select record_movements('[]')`)).rejects.toMatchObject(denied)
    await expect(desks.query(`select begin_operator_command(gen_random_uuid())`)).rejects.toMatchObject(denied)
    for (const call of [
      `open_operator_session_by_password('a', 'b', 'c', 'd')`,
      `create_operator_challenge()`,
      `request_operator_command('a', gen_random_uuid(), 'case.take', '{}', 'why')`,
      `request_sealed_read('a', gen_random_uuid(), 'document', '{}', 'a')`,
    ])
      await expect(pool.query(`select ${call}`), call).rejects.toMatchObject(denied)
    const { rows } = await pool.query(
      `select oid::regprocedure as open from pg_proc
        where pronamespace = 'public'::regnamespace and has_function_privilege('public', oid, 'EXECUTE')`,
    )
    expect(rows).toEqual([])
  })

  test('logs in with the right code, but not without a password', async () => {
    const { name } = await desk.createOperator('support')
    const key = Buffer.alloc(20, 1)
    await app.runAsOwner(`
      insert into operator_passwords (operator_id, hash, totp_key)
      select id, extensions.crypt('a password of the tests', extensions.gen_salt('bf', 4)), '\\x${key.toString('hex')}'
        from operators where name = '${name}'`)
    const logIn = async (password: string | null) => {
      const given = [name, password, computeCode(key), randomBytes(32)]
      const { rows } = await desk.database.pool.query<{ isOpen: boolean }>(
        'select open_operator_session_by_password($1, $2, $3, $4) as "isOpen"',
        given,
      )
      return rows[0]?.isOpen
    }
    expect(await logIn(null)).toBe(false)
    expect(await logIn('a password of the tests')).toBe(true)
  })

  test('of a server asks for nothing that is sealed, and changes no question', async () => {
    const checker = await desk.createOperator('documents')
    const id = randomUUID()
    await desk.database.pool.query('select request_sealed_read($1, $2, $3, $4, $5)', [
      toSecret(checker),
      id,
      'document',
      [randomUUID()],
      Buffer.alloc(65),
    ])
    await expect(
      pool.query(
        `insert into sealed_reads (id, session_hash, kind, subjects, public_key)
         select gen_random_uuid(), session_hash, kind, subjects, public_key from sealed_reads`,
      ),
    ).rejects.toMatchObject({ constraint: 'sealed_reads_asked' })
    await expect(pool.query(`update sealed_reads set public_key = public_key`)).rejects.toMatchObject({
      constraint: 'sealed_reads_fixed',
    })
  })
})

describe('a stolen session', () => {
  test('adds no first passkey without an invitation', async () => {
    const { name, cookie } = await desk.createOperator('payments')
    await app.runAsOwner(
      `update operator_passkeys set removed_at = now() where operator_id = (select id from operators where name = '${name}')`,
    )
    const enrol = desk.database.pool.query(
      `select enrol_operator_passkey($1, 'new', $2, 'Phone', null, null, null, null)`,
      [toSecret({ cookie }), Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)])],
    )
    await expect(enrol).rejects.toMatchObject({ constraint: 'operator_passkeys_invited' })
  })

  test('holds up no orders: fifty are open at most, one that cannot be read is refused, and signed ones come first', async () => {
    const [thief, risk] = [await desk.createOperator('support'), await desk.createOperator('risk')]
    const ask = (input: string, action = 'case.take') =>
      desk.database.pool.query(`select request_operator_command($1, $2, $3, $4, 'why not')`, [
        toSecret(thief),
        randomUUID(),
        action,
        input,
      ])
    for (let count = 0; count < 50; count += 1) await ask('{"connection":1}')
    await expect(ask('{}')).rejects.toMatchObject({ constraint: 'operator_commands_many' })
    expect(await risk.order('trading.stop', { symbol: 'EURUSD' })).toMatchObject({ state: 'done' })
    expect(await risk.order('trading.resume', { symbol: 'EURUSD' })).toMatchObject({ state: 'done' })
    for (let run = 0; run < 3; run += 1) await app.runJob('operators.run_commands')
    const { rows } = await pool.query(
      `select outcome, note, count(*)::integer from operator_commands where action = 'case.take' group by 1, 2`,
    )
    expect(rows).toEqual([{ outcome: 'refused', note: 'errors.malformed', count: 50 }])
  })

  test('puts off nothing for others, and takes no case of another role', async () => {
    const support = await desk.createOperator('support')
    const untilMs = app.clock.now().getTime() + 1000
    for (const kind of ['alert', 'approval'])
      expect(await support.order('case.snooze', { kind, id: '1', untilMs })).toMatchObject({ note: 'desk.no_right' })
    expect(await support.order('case.take', { kind: 'withdrawal', id: randomUUID(), isMine: true })).toMatchObject({
      note: 'desk.no_right',
    })
  })
})

describe('one operator', () => {
  test('does not end an alert about what this operator has changed', async () => {
    const [changer, other] = [await desk.createOperator('payments'), await desk.createOperator('payments')]
    const { rows } = await pool.query<{ id: number }>(
      `insert into alerts (kind, subject, detail, created_at) values ('setting.changed', 'setting:cascade', $1, now()) returning id::integer`,
      [JSON.stringify({ by: `${changer.name} + somebody` })],
    )
    const end = async (by: typeof other) => (await by.order('alert.resolve', { alert: rows[0]?.id })).state
    expect(await end(changer)).toBe('refused')
    expect(await end(other)).toBe('done')
  })

  test('cannot take back what two others want with them', async () => {
    const [one, two] = [await desk.createOperator('admin'), await desk.createOperator('admin')]
    const asked = (await one.request('operator.disable', { operator: two.name }))['command'] as CommandView
    await one.sign(asked)
    const cancel = async (by: typeof one) =>
      (await desk.call('/api/desk/command/cancel', by.cookie, { id: asked.id, reason: 'a mistake' })).json.return
    expect(await cancel(two)).toBe(false)
    expect((await find(one, asked.id)).state).toBe('needs_second')
    expect(await cancel(one)).toBe(true)
  })

  test('signs nothing for a day with a role that is new', async () => {
    const payer = await desk.createOperator('support', 'payments')
    await app.runAsOwner(`update operators set roles_changed_at = now() where name = '${payer.name}'`)
    await expect(
      payer.order('withdrawal.approve', { withdrawal: randomUUID(), trader: 1, amount: 1, currency: 'USD' }),
    ).rejects.toThrow('desk.too_new')
  })
})
