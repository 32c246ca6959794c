import { afterAll, beforeAll, expect, test } from 'vitest'

import { dayMs } from '../../platform/clock.ts'
import { changeEmail } from '../../../test/fixtures/app/change-email.ts'
import type { TestClient } from '../../../test/fixtures/app/test-app.ts'
import { findQueuedMails } from '../../../test/fixtures/mail/queued-mails.ts'
import { startWithdrawalApp, type WithdrawalApp } from '../../../test/fixtures/withdrawal/withdrawal-app.ts'
import { getWithdrawal } from './service.ts'

let app: WithdrawalApp
beforeAll(async () => {
  app = await startWithdrawalApp()
})
afterAll(() => app.stop())

const iban = 'DE89 3704 0044 0532 0130 00'

const add = (client: TestClient, account = iban, method = 'bank', password: string | undefined = 'correct horse') =>
  app.post(client, '/destination/add', { method, account, password })

async function readCode(login: string): Promise<string> {
  const mails = await findQueuedMails(app, login, 'withdrawal_destination')
  return /^\d{6}/.exec(mails.at(-1)?.subject ?? '')?.[0] ?? ''
}

async function registerWithMoney() {
  const trader = await app.registerFunded({ cash: 50_000 })
  await app.database.pool.query(
    `update withdrawal_destinations set state = 'removed', removed_at = now() where user_id = ${trader.userId}`,
  )
  return trader
}

test('a destination is proved by a mailed code, and can be used 24 hours after it was added', async () => {
  const { client, form } = await registerWithMoney()
  const { destination } = await add(client)
  const usableFrom = app.clock.now().getTime() + dayMs
  expect(destination).toMatchObject({
    account: 'DE89 •••• 3000',
    state: 'unproved',
    usableFromMs: usableFrom,
    triesLeft: 5,
  })
  expect(await app.withdraw(client, 200)).toMatchObject({ error: 'withdrawal.destination_unproved' })
  const code = await readCode(form.login)
  const prove = (entered: string) => app.post(client, '/destination/prove', { id: destination?.id, code: entered })
  for (const _again of [1, 2]) expect(await prove(code)).toMatchObject({ destination: { state: 'proved' } })
  // The account can still be that of another person.
  const listMarks = app.database.db.selectFrom('user_marks').select('proved').where('kind', '=', 'payee')
  expect(await listMarks.execute()).toEqual([{ proved: false }])
  app.clock.advance(dayMs - 1)
  expect(await app.withdraw(client, 200)).toMatchObject({
    error: 'withdrawal.destination_new',
    message: expect.stringContaining('UTC') as string,
  })
  app.clock.advance(1)
  expect(await app.withdraw(client, 200)).toMatchObject({ return: true })
})

test('the mail names the account in part, in the language of the trader', async () => {
  const { client, form, userId } = await registerWithMoney()
  await app.database.db.updateTable('users').set({ language: 'ru' }).where('id', '=', userId).execute()
  await add(client)
  const [mail] = await findQueuedMails(app, form.login, 'withdrawal_destination')
  expect(mail?.text).toContain('Банковский перевод, DE89 •••• 3000')
  expect(mail?.text).not.toContain('37040044')
})

test('a changed destination waits again, and the earlier one is gone', async () => {
  const { client, form, userId } = await registerWithMoney()
  const first = await add(client)
  const second = await add(client, 'GB29 NWBK 6016 1331 9268 19')
  expect(second.destination?.id).not.toBe(first.destination?.id)
  expect(
    (await client.post('/api/withdrawal/destination/prove', { id: first.destination?.id, code: '123456' })).status,
  ).toBe(404)
  expect(await findQueuedMails(app, form.login, 'withdrawal_destination')).toHaveLength(2)
  expect((await client.post('/api/withdrawal/destination/remove', { id: second.destination?.id })).json).toEqual({
    return: true,
  })
  await app.addDestination(userId, 'bank')
  const { withdrawal } = await app.withdraw(client, 200)
  expect(await add(client)).toMatchObject({ error: 'withdrawal.destination_used' })
  await app.post(client, '/cancel', { id: withdrawal?.id })
  expect(await add(client)).toMatchObject({ destination: { state: 'unproved' } })
})

test('the undo link of an e-mail removes an account that was added and proved since, and returns a waiting withdrawal', async () => {
  const { client, userId, form } = await app.registerFunded({ cash: 50_000 })
  const other = await app.registerFunded({ cash: 50_000 })
  const stolen = 'thief.of.accounts@example.com'
  await changeEmail(app, client, stolen, form.password)
  app.clock.advance(1000)
  await add(client, '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', 'eth', form.password)
  app.clock.advance(1000)
  const replacedAt = app.clock.now()
  const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const { destination } = await add(client, account, 'eth', form.password)
  app.clock.advance(1000)
  expect(
    await app.post(client, '/destination/prove', { id: destination?.id, code: await readCode(stolen) }),
  ).toMatchObject({ destination: { state: 'proved' } })
  const waiting = (await app.withdraw(client, 200)).withdrawal?.id ?? ''
  const foreign = (await app.withdraw(other.client, 200)).withdrawal?.id ?? ''
  expect(await app.findBalances(userId)).toMatchObject({ cash: 30_000, hold: 20_000 })

  const token = (await findQueuedMails(app, form.login, 'email_changed')).at(-1)?.link?.split('#')[1]
  const undone = await (await app.openClient()).post('/api/email/confirm', { token })
  expect(undone.json).toMatchObject({ return: true, kind: 'undo', email: form.login })
  const destinations = await app.database.db
    .selectFrom('withdrawal_destinations')
    .select(['method', 'state', 'removed_at as at'])
    .where('user_id', '=', userId)
    .orderBy('method')
    .orderBy('created_at')
    .execute()
  expect(destinations).toEqual([
    { method: 'bank', state: 'proved', at: null },
    { method: 'eth', state: 'removed', at: replacedAt },
    { method: 'eth', state: 'removed', at: app.clock.now() },
  ])
  expect(await app.findBalances(userId)).toEqual({ cash: 50_000, bonus: 0, hold: 0 })
  expect(await getWithdrawal(app.context, userId, waiting)).toMatchObject({
    state: 'rejected',
    reason: expect.stringContaining('The change of your e-mail was undone') as string,
  })
  expect((await findQueuedMails(app, form.login, 'withdrawal_rejected')).length).toBe(1)
  expect(await app.read(other.client, foreign)).toMatchObject({ state: 'waiting_approval' })
})

test('five wrong codes are counted, also at once; then the destination must be added again', async () => {
  const { client, form } = await registerWithMoney()
  const { destination } = await add(client)
  const code = await readCode(form.login)
  const wrong = code === '000000' ? '111111' : '000000'
  const prove = (entered: string) => app.post(client, '/destination/prove', { id: destination?.id, code: entered })
  expect(await prove(wrong)).toMatchObject({ message: 'This code is not right. You have 4 tries left.' })
  const replies = await Promise.all(Array.from({ length: 6 }, () => prove(wrong)))
  expect(replies.filter(({ error }) => error === 'withdrawal.code_wrong')).toHaveLength(4)
  expect(await prove(code)).toMatchObject({ error: 'withdrawal.code_over' })
  // The newest mail is found by its time, so two mails must not have the same one.
  app.clock.advance(1)
  await add(client)
  expect(await readCode(form.login)).not.toBe(code)
})

test.each([
  ['bank', 'DE89 3704 0044 0532 0130 01 invalid', 'withdrawal.account_bank'],
  ['bank', '4242 4242 4242 4242', 'withdrawal.account_is_card'],
  ['eth', '0xinvalid', 'withdrawal.account_eth'],
  ['bitcoin', 'bc1invalidaddress', 'withdrawal.account_bitcoin'],
  ['skrill', 'ada@example.com', 'withdrawal.method_closed'],
  ['card', '4242424242424242', 'withdrawal.no_destination'],
  ['nothing', iban, 'withdrawal.method_closed'],
])('as an account of %s, %s is refused: %s', async (method, account, error) => {
  const { client } = await registerWithMoney()
  expect(await add(client, account, method)).toMatchObject({ return: false, error })
})

test('a destination needs the password, a proved e-mail, and a real account', async () => {
  const { client } = await registerWithMoney()
  expect(await app.post(client, '/destination/add', { method: 'bank', account: iban })).toMatchObject({
    error: 'withdrawal.password_needed',
  })
  expect(await add(client, iban, 'bank', 'wrong')).toMatchObject({ error: 'auth.old_password_wrong' })
  const unproved = await app.registerTrader({}, { isEmailProved: false })
  expect(await add(unproved.client)).toMatchObject({ error: 'withdrawal.email_unproved' })
  const practice = await app.registerTrader({ practice: true })
  expect(await add(practice.client)).toMatchObject({ error: 'withdrawal.practice' })
})

test('a trader can add ten destinations a day', async () => {
  const { client } = await registerWithMoney()
  for (let count = 0; count < 10; count += 1) expect(await add(client)).toMatchObject({ return: true })
  expect(
    (await client.post('/api/withdrawal/destination/add', { method: 'bank', account: iban, password: 'correct horse' }))
      .status,
  ).toBe(429)
})

test('the owner of the tables cannot shorten the wait of a destination either', async () => {
  const { client } = await registerWithMoney()
  const { destination } = await add(client)
  await expect(
    app.database.pool.query(`update withdrawal_destinations set usable_from = now() where id = '${destination?.id}'`),
  ).rejects.toMatchObject({ constraint: 'withdrawal_destinations_fixed' })
})
