import { createHash, randomBytes } from 'node:crypto'

import type { CommandView } from '@tradefront/contract/desk'
import { deskCalls } from '@tradefront/contract/desk'
import { controlCalls, type OperatorRow } from '@tradefront/contract/desk-control'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp } from '../../test/fixtures/app/test-app.ts'
import {
  computeCode,
  openTestDesk,
  type TestDesk,
  type TestOperator,
} from '../../test/fixtures/operators/desk-fixture.ts'

const app = await startTestApp()
let desk: TestDesk
let first: TestOperator
let second: TestOperator

beforeAll(async () => {
  desk = await openTestDesk(app)
  first = await desk.createOperator('admin')
  second = await desk.createOperator('admin')
})

afterAll(async () => {
  await desk.stop()
  await app.stop()
})

const find = async (name: string) =>
  ((await first.get(controlCalls.listOperators.path))['operators'] as OperatorRow[]).find((row) => row.name === name)

const listAlerts = async (subject: string) =>
  (await app.database.pool.query(`select kind from alerts where subject = $1 and resolved_at is null`, [subject])).rows

const createInvitation = () => {
  const secret = randomBytes(32)
  return { secret, invitation: createHash('sha256').update(secret).digest('base64url') }
}

const orderByBoth = (...order: Parameters<TestOperator['order']>) => first.orderWith(second, ...order)

describe('an operator', () => {
  test('is invited by two admins, and the link works without any server having seen its secret', async () => {
    const { secret, invitation } = createInvitation()
    const asked = await first.order('operator.invite', { operator: 'carl', roles: ['payments'], invitation })
    expect(await find('carl')).toBeUndefined()
    await second.sign(asked)
    await app.runJob('operators.run_commands')
    expect(await find('carl')).toMatchObject({ state: 'invited', roles: ['payments'], invitation, lastLoginAtMs: null })
    const key = randomBytes(20)
    const { rows } = await desk.database.pool.query(`select accept_operator_invitation($1, $2, $3, $4, $5) as open`, [
      secret,
      'a password of carl',
      key,
      computeCode(key),
      randomBytes(32),
    ])
    expect(rows).toEqual([{ open: true }])
    const row = await find('carl')
    expect(row).toMatchObject({ state: 'new', invitation: null })
    expect(row?.lastLoginAtMs).not.toBeNull()
    expect(await listAlerts('operator:carl')).toEqual([{ kind: 'operator.rights_changed' }])
    const entries = await app.database.pool.query(
      `select actor, action, detail from audit_log where subject = 'operator:carl' and action = 'operator.invite'`,
    )
    expect(entries.rows).toMatchObject([
      { actor: `${first.name} + ${second.name}`, detail: { after: { roles: ['payments'] } } },
    ])
  })

  test('who is invited again loses passkeys, sessions and the link of before', async () => {
    const lost = await desk.createOperator('risk')
    const [old, next] = [createInvitation(), createInvitation()]
    for (const { invitation } of [old, next])
      expect(await orderByBoth('operator.invite', { operator: lost.name, roles: ['risk'], invitation })).toMatchObject({
        state: 'done',
      })
    expect(await lost.get(deskCalls.getOperator.path)).toMatchObject({ error: 'errors.session' })
    expect(await find(lost.name)).toMatchObject({ state: 'invited', passkeys: [], invitation: next.invitation })
  })

  test('gets other roles, unless they have changed since', async () => {
    const { name, get } = await desk.createOperator('payments')
    const input = { operator: name, before: ['payments'], roles: ['support', 'risk'] }
    expect(await orderByBoth('operator.change_roles', input)).toMatchObject({ state: 'done' })
    expect((await get(deskCalls.getOperator.path))['operator']).toMatchObject({ roles: ['support', 'risk'] })
    expect(await orderByBoth('operator.change_roles', { ...input, roles: ['support'] })).toMatchObject({
      state: 'refused',
      note: 'desk.changed',
    })
  })

  test('who is disabled is logged out, and gets in by no passkey', async () => {
    const { name, get, passkey } = await desk.createOperator('payments')
    expect(await orderByBoth('operator.disable', { operator: name })).toMatchObject({ state: 'done' })
    expect(await get(deskCalls.getOperator.path)).toMatchObject({ error: 'errors.session' })
    expect(await desk.logIn(passkey)).toBe('undefined=undefined')
    expect(await find(name)).toMatchObject({ state: 'disabled' })
    expect(await orderByBoth('operator.disable', { operator: name })).toMatchObject({
      state: 'refused',
      note: 'desk.changed',
    })
  })

  test('whose device is lost loses that passkey only, and every session', async () => {
    const { name, get, passkey } = await desk.createOperator('payments')
    const input = { operator: name, passkey: passkey.credentialId.toString('base64url'), label: 'Phone' }
    expect(await orderByBoth('operator.remove_passkey', { ...input, operator: second.name })).toMatchObject({
      note: 'desk.changed',
    })
    expect(await orderByBoth('operator.remove_passkey', input)).toMatchObject({ state: 'done' })
    expect(await get(deskCalls.getOperator.path)).toMatchObject({ error: 'errors.session' })
    expect(await desk.logIn(passkey)).toBe('undefined=undefined')
  })
})

describe('rights', () => {
  test.each([['payments'], ['risk'], ['marketing'], ['finance']])(
    'an admin cannot also be %s, by the form or by the database',
    async (role) => {
      const { invitation } = createInvitation()
      const input = { operator: 'mallory', roles: ['admin', role], invitation }
      expect(await first.request('operator.invite', input)).toMatchObject({ return: false, error: 'errors.malformed' })
      await expect(
        app.runAsOwner(`update operators set roles = '{admin,${role}}' where name = '${first.name}'`),
      ).rejects.toMatchObject({ constraint: 'operators_admin_apart' })
    },
  )

  test('an admin can help traders, too', async () => {
    const { name } = await desk.createOperator('support')
    const input = { operator: name, before: ['support'], roles: ['admin', 'support'] }
    expect(await orderByBoth('operator.change_roles', input)).toMatchObject({ state: 'done' })
    expect(await orderByBoth('operator.disable', { operator: name })).toMatchObject({ state: 'done' })
  })

  test('two admins with a passkey are always left', async () => {
    const off = { operator: second.name }
    expect(await orderByBoth('operator.disable', off)).toMatchObject({
      state: 'refused',
      note: 'desk_control.two_admins',
    })
    const change = { ...off, before: ['admin'], roles: ['support'] }
    expect(await orderByBoth('operator.change_roles', change)).toMatchObject({ note: 'desk_control.two_admins' })
    expect(await second.get(deskCalls.getOperator.path)).toMatchObject({ return: true })
  })

  test('with a stolen session of an admin, the role of the desk changes nothing about operators', async () => {
    const before = await app.database.pool.query('select * from operator_accounts order by id')
    const secret = Buffer.from(first.cookie.split('=')[1] ?? '', 'base64url')
    const { invitation } = createInvitation()
    const input = { operator: 'mallory', roles: ['payments'], invitation }
    const asked = (await first.request('operator.invite', input))['command'] as CommandView
    for (const statement of [
      `select apply_operator_order('${asked.id}')`,
      `select begin_operator_command('${asked.id}')`,
      `insert into operators (name, roles, created_at) values ('mallory', '{admin}', now())`,
      `update operators set roles = '{payments}'`,
      `insert into operator_invitations (hash, operator_id) values (sha256('x'), 1)`,
      `update operator_passkeys set removed_at = now()`,
      `select forget_operator_access(1)`,
    ])
      await expect(desk.database.pool.query(statement), statement).rejects.toThrow(/denied|not done here/)
    const thief = await desk.createOperator('support')
    const { authenticatorData, clientData, signature } = thief.passkey.sign(
      createHash('sha256').update(asked.signedText).digest(),
    )
    const signing = [secret, asked.id, thief.passkey.credentialId, authenticatorData, clientData, signature]
    await expect(
      desk.database.pool.query('select sign_operator_command($1, $2, $3, $4, $5, $6)', signing),
    ).rejects.toMatchObject({ constraint: 'operator_signatures_valid' })
    await app.runJob('operators.run_commands')
    const after = await app.database.pool.query(
      `select * from operator_accounts where name <> '${thief.name}' order by id`,
    )
    expect(after.rows).toEqual(before.rows)
  })

  test('a server does to operators only what the command says', async () => {
    const { name } = await desk.createOperator('payments')
    const asked = await first.order('operator.disable', { operator: name })
    const { pool } = app.database
    // The second admin has not signed it.
    await expect(pool.query(`select begin_operator_command('${asked.id}')`)).rejects.toMatchObject({
      constraint: 'operator_commands_signed',
    })
    await expect(pool.query(`select apply_operator_order('${asked.id}')`)).rejects.toMatchObject({
      constraint: 'operators_by_operators',
    })
    await second.sign(asked)
    const client = await pool.connect()
    await client.query('begin')
    await client.query(`select begin_operator_command('${asked.id}')`)
    // The transaction has not written the entry of the audit trail.
    await expect(client.query(`select apply_operator_order('${asked.id}')`)).rejects.toMatchObject({
      constraint: 'operators_by_operators',
    })
    await client.query('rollback')
    client.release()
    await expect(pool.query(`update operators set disabled_at = now() where name = '${name}'`)).rejects.toMatchObject({
      constraint: 'operators_by_operators',
    })
  })

  test('one admin alone, or another role, changes no operator', async () => {
    const risk = await desk.createOperator('risk')
    const input = { operator: risk.name }
    expect(await risk.request('operator.disable', input)).toMatchObject({ error: 'desk.no_right' })
    const asked = await first.order('operator.disable', input)
    expect(await risk.sign(asked)).toMatchObject({ error: 'desk.too_new' })
    expect(await find(risk.name)).toMatchObject({ state: 'active' })
  })
})
