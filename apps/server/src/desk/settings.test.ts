import type { CommandView } from '@tradefront/contract/desk'
import { controlCalls, type SettingChange, type SettingView } from '@tradefront/contract/desk-control'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp } from '../../test/fixtures/app/test-app.ts'
import {
  openTestDesk,
  runInOrder,
  type TestDesk,
  type TestOperator,
} from '../../test/fixtures/operators/desk-fixture.ts'
import { parseSettings } from '../modules/settings/schema.ts'
import { settingRules } from '../modules/settings/setting-rules.ts'

const app = await startTestApp()
const { pool } = app.database
let desk: TestDesk
let payer: TestOperator
let second: TestOperator
let risk: TestOperator
let admin: TestOperator

beforeAll(async () => {
  desk = await openTestDesk(app)
  payer = await desk.createOperator('payments')
  second = await desk.createOperator('payments')
  risk = await desk.createOperator('risk')
  admin = await desk.createOperator('admin')
})

afterAll(async () => {
  await desk.stop()
  await app.stop()
})

const find = async (name: string) =>
  ((await payer.get(controlCalls.listSettings.path))['settings'] as SettingView[]).find((row) => row.name === name)
const change = (setting: string, before: unknown, value: unknown) => ({ setting, before, value })
const getCommand = async (id: string) => (await payer.get(`/api/desk/command/${id}`))['command'] as CommandView

describe('a setting', () => {
  test('is changed by one operator, with an entry that proves it, an alert and a history', async () => {
    const input = change('refund_days', 10, 12)
    expect(await payer.order('setting.change', input)).toMatchObject({ state: 'done' })
    expect(await find('refund_days')).toMatchObject({ value: 12, default: 10, unit: 'days', group: 'deposits' })
    // The setting has changed since the operator looked at it.
    expect(await payer.order('setting.change', input)).toMatchObject({ state: 'refused', note: 'desk.changed' })
    expect(await payer.order('setting.change', change('refund_days', 12, 14))).toMatchObject({ state: 'done' })
    const path = controlCalls.listSettingChanges.path.replace(':name', 'refund_days')
    const changes = (await payer.get(path))['changes'] as SettingChange[]
    expect(changes).toMatchObject([
      { operator: payer.name, before: 12, after: 14, reason: 'as agreed', isSigned: true },
      { operator: payer.name, before: null, after: 12 },
    ])
    // An open alert does not hide the next change.
    const { rows } = await pool.query(
      `select resolved_at is null as open from alerts where subject = 'setting:refund_days' order by id`,
    )
    expect(rows).toEqual([{ open: false }, { open: true }])
  })

  test('that redirects money is changed by two', async () => {
    const asked = await payer.order('setting.change_dangerous', change('bank_details', null, 'IBAN DE00'))
    expect(asked).toMatchObject({ state: 'needs_second', people: 2 })
    expect((await find('bank_details'))?.value).toBe(null)
    await second.sign(asked)
    await app.runJob('operators.run_commands')
    expect(await find('bank_details')).toMatchObject({ value: 'IBAN DE00' })
  })

  test.each([
    ['a dangerous one by the way for one person', 'setting.change', 'bank_details'],
    ['a harmless one by the way for two', 'setting.change_dangerous', 'refund_days'],
    ['an unknown one', 'setting.change', 'nothing'],
    ['one of another role', 'setting.change_dangerous', 'payout_percents'],
  ] as const)('is not changed: %s', async (_what, action, name) => {
    expect(await payer.request(action, change(name, null, 'x'))).toMatchObject({ error: 'desk.no_right' })
  })

  test('is signed too only by an operator whose role can change this one', async () => {
    const asked = await payer.order('setting.change_dangerous', change('webmoney_wmz', null, 'Z1'))
    // Risk has the right to the action, and not to this setting.
    expect(await risk.sign(asked)).toMatchObject({ error: 'desk.too_new' })
    expect((await risk.get('/api/desk/commands'))['commands']).toEqual([])
    expect(await getCommand(asked.id)).toMatchObject({ state: 'needs_second' })
  })

  test.each([
    ['an impossible value', 'card_number_days', 0],
    ['a value of another type', 'card_number_days', '12'],
    [
      'a value that the schema would change',
      'news_feeds',
      [{ language: 'en', name: ' A ', url: 'https://a.example/' }],
    ],
    ['a code that no offer can give', 'limited_offer_code', 'NOCODE'],
  ])('does not become %s', async (_what, name, value) => {
    const { action } = settingRules[name as keyof typeof settingRules]
    const before = parseSettings([])[name as keyof typeof settingRules]
    const [one, other] =
      name === 'card_number_days'
        ? [payer, second]
        : [await desk.createOperator('marketing'), await desk.createOperator('marketing')]
    const asked = await one.order(action, change(name, before, value))
    if (asked.state === 'needs_second') await other.sign(asked)
    await app.runJob('operators.run_commands')
    const { state, note } = (await one.get(`/api/desk/command/${asked.id}`))['command'] as CommandView
    expect({ state, note }).toEqual({
      state: 'refused',
      note: name === 'limited_offer_code' ? 'desk_control.offer_code' : 'errors.field_invalid',
    })
    expect((await find(name))?.value).toEqual(before)
  })

  test('can be tried before it is signed, and the reason is named', async () => {
    const check = async (name: string, value: unknown) =>
      (await desk.call(controlCalls.checkSetting.path, payer.cookie, { name, value })).json
    expect(await check('news_feeds', [{ language: 'en', name: ' A ', url: 'https://a.example/' }])).toMatchObject({
      value: [{ language: 'en', name: 'A', url: 'https://a.example/' }],
    })
    expect(await check('ladder_margin_percent', 1)).toMatchObject({ return: false, error: 'desk_control.wrong_value' })
    expect((await check('deposit_min', 20_000))['message']).toMatch(/deposit_max/)
  })
})

describe('the role of a server', () => {
  const runOrdered = (input: object, statement: string) =>
    runInOrder(pool, payer, { action: 'setting.change', input, subject: 'setting:refund_days' }, statement)

  test.each([
    ['another value', `update settings set value = '99', changed_at = clock_timestamp() where name = 'refund_days'`],
    ['another setting', `insert into settings values ('card_number_days', '13', clock_timestamp())`],
    [
      'a time before',
      `update settings set value = '13', changed_at = now() - interval '2 days' where name = 'refund_days'`,
    ],
    [
      'another name',
      `update settings set value = '13', name = 'refund_days', changed_at = clock_timestamp() where name = 'bank_details'`,
    ],
    ['nothing', `delete from settings where name = 'refund_days'`],
    ['none of them', 'truncate settings'],
  ])('writes with a signed value no other one: %s', async (_what, statement) => {
    await expect(runOrdered(change('refund_days', 14, 13), statement)).rejects.toThrow(
      /no operator has signed|duplicate key|denied/,
    )
  })

  test('writes a part of a signed object no more than another value', async () => {
    const value = [{ id: 1, title: { en: 'A' }, answer_hours: 2 }]
    const support = await desk.createOperator('support')
    const asked = (await support.request('setting.change', change('ticket_priorities', null, value)))[
      'command'
    ] as CommandView
    await support.sign(asked)
    const ordering = pool.query(
      `with audited as (insert into audit_log (created_at, actor, action, subject, command_id)
         values (now(), 'x', 'setting.change', 'setting:ticket_priorities', (begin_operator_command('${asked.id}')).id))
       insert into settings values ('ticket_priorities', '[{"id": 1, "title": {"en": "A"}}]', clock_timestamp())`,
    )
    await expect(ordering).rejects.toMatchObject({ constraint: 'settings_by_operators' })
  })
})

test('every setting has roles, and who gives out rights changes none that has a trader’s money', async () => {
  expect(Object.keys(settingRules).toSorted()).toEqual(Object.keys(parseSettings([])).toSorted())
  const settings = (await admin.get(controlCalls.listSettings.path))['settings'] as SettingView[]
  const ofAdmin = settings.filter(({ roles }) => roles.includes('admin')).map(({ name }) => name)
  expect(ofAdmin.toSorted()).toEqual([
    'approval_limit',
    'clock_tolerance_ms',
    'desk_addresses',
    'platform_url',
    'registrations_per_hour',
    'session_idle_days',
    'support_email',
    'waiting_alert_hours',
  ])
})

test.each([
  'bank_details',
  'litecoin_address',
  'webmoney_wmz',
  'withdrawal_methods',
  'withdrawal_terms',
  'payout_percents',
  'approval_limit',
  'house_loss_max',
  'stake_max',
  'deposit_max',
  'support_email',
  'platform_url',
] as const)('%s needs two operators', (name) => {
  expect(settingRules[name].action).toBe('setting.change_dangerous')
})

test('with the setting desk_addresses, the desk is closed to every other address', async () => {
  await app.runAsOwner(`insert into settings values ('desk_addresses', '["203.0.113.0/24", "2001:db8::1"]', now())`)
  const refused = { status: 403, json: { error: 'desk_control.other_address' } }
  expect(await desk.call('/api/desk/me', payer.cookie)).toMatchObject(refused)
  expect(await desk.call('/api/desk/challenge', '', {})).toMatchObject(refused)
  await app.runAsOwner(`update settings set value = '["127.0.0.1"]' where name = 'desk_addresses'`)
  expect((await desk.call('/api/desk/me', payer.cookie)).status).toBe(200)
  await app.runAsOwner(`delete from settings where name = 'desk_addresses'`)
})
