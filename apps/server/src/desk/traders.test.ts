import { randomUUID } from 'node:crypto'

import {
  type SearchResult,
  traderCalls,
  type TraderDetails,
  type TraderEvent,
  traderEventKinds,
} from '@tradefront/contract/desk-traders'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { linkTraders } from '../../test/fixtures/link-traders.ts'
import { openTestDesk, type TestDesk, type TestOperator } from '../../test/fixtures/operators/desk-fixture.ts'
import { startWithdrawalApp } from '../../test/fixtures/withdrawal/withdrawal-app.ts'
import { toSearchWords } from './search-words.ts'

const app = await startWithdrawalApp()
const { db } = app.database
let desk: TestDesk
let support: TestOperator

beforeAll(async () => {
  desk = await openTestDesk(app)
  support = await desk.createOperator('support')
})

afterAll(async () => {
  await desk.stop()
  await app.stop()
})

const findTraders = async (text: string, by = support): Promise<SearchResult[]> =>
  (await by.get(`${traderCalls.search.path}?text=${encodeURIComponent(text)}`))['results'] as SearchResult[]

const eventsPath = (id: number, query = '') => `${traderCalls.listTraderEvents.path.replace(':id', String(id))}${query}`
const listEvents = async (id: number, query = '') =>
  (await support.get(eventsPath(id, query))) as unknown as { events: TraderEvent[]; next: string | null }

const findTrader = async (id: number) =>
  (await support.get(traderCalls.getTrader.path.replace(':id', String(id))))['trader'] as TraderDetails | undefined

/** Creates one event of each kind, each a minute after the one before. The days of trades end after all of them. */
async function createTraderWithEvents() {
  const trader = await app.registerFunded({ cash: 50_000, bonus: 2000, required: 60_000 })
  const { userId } = trader
  const at = app.clock.now()
  const attemptId = await app.payByCard(userId, 30_000)
  const { withdrawal } = await app.withdraw(trader.client, 200)
  const withdrawalId = withdrawal?.id ?? ''
  const ticketId = randomUUID()
  await db
    .insertInto('tickets')
    .values({
      id: ticketId,
      user_id: userId,
      sealed_subject: Buffer.alloc(1),
      department: 33,
      priority: 1,
      status: 2,
      created_at: at,
      changed_at: at,
    })
    .execute()
  await db
    .insertInto('documents')
    .values({
      id: randomUUID(),
      user_id: userId,
      kind: 'passport',
      position: 0,
      state: 'sent',
      media_type: 'image/png',
      bytes: 1,
      pages: 1,
      store: 'database',
      sent_at: at,
    })
    .execute()
  const subjects = [`user:${userId}`, `withdrawal:${withdrawalId}`, `ticket:${ticketId}`]
  await app.runAsOwner(`
    insert into audit_log (created_at, actor, action, subject, os_user, reason)
      select now(), 'ann', 'account.account_locked', subject, 'ann', 'asked for it' from unnest('{${subjects.join()}}'::text[]) subject;
    insert into trade_days (user_id, practice, day, symbol, direction, state, currency, count, stake, returned)
      select ${userId}, symbol = 'practice', '2026-11-10', symbol, 'up', 'won', 'USD', 2, 1000, 1800
        from unnest('{EURUSD,XAUUSD,practice}'::text[]) symbol;
    insert into balance_movements (user_id, practice, booked_at, tr_type, status, currency, amount, bonus, balance, kind, subject)
      values (${userId}, false, '2026-11-09', 'correction', 'done', 'USD', 5, 0, 5, 'correction.booked', 'correction:${ticketId}')`)
  return { ...trader, attemptId, withdrawalId, ticketId }
}

async function insertCard(userId: number, last4: string): Promise<void> {
  const now = app.clock.now()
  await db
    .insertInto('cards')
    .values({
      user_id: userId,
      number_sealed: Buffer.alloc(1),
      number_hash: Buffer.alloc(1),
      last4,
      brand: 'visa',
      exp_month: 1,
      exp_year: 2030,
      first_name: 'A',
      last_name: 'B',
      country: 'GB',
      created_at: now,
      selected_at: now,
    })
    .execute()
}

describe('the search', () => {
  test.each([
    ['a part of a name', 'itzgeral', 'name', 'Zoë Fitzgerald'],
    ['names in any order', 'fitzg zoe', 'name', 'Zoë Fitzgerald'],
    ['a name without its accent', 'ZOE F', 'name', 'Zoë Fitzgerald'],
    ['a part of an e-mail', 'ightly@ex', 'email', 'brightly@example.com'],
    ['a phone as people write it', '(0)7911 123-456', 'phone', '+447911123456'],
  ])('finds a trader by %s', async (_what, text, matchedBy, matched) => {
    const { userId } = await getZoe()
    expect(await findTraders(text)).toMatchObject([{ kind: 'trader', trader: { id: userId }, matchedBy, matched }])
  })

  let zoe: Promise<{ userId: number }> | undefined
  function getZoe() {
    zoe ??= app.registerTrader({
      login: 'brightly@example.com',
      firstName: 'Zoë',
      lastName: 'Fitzgerald',
      country: 'GB',
      phone: '7911123456',
      phone_prefix: '44',
    })
    return zoe
  }

  test('finds Cyrillic names in both alphabets, and writes the letters as the database does', async () => {
    const letters = 'Абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґў'
    const accents = 'Àáâãäåāăąæçćčċďđðèéêëēėęěğìíîïīįıłľñńň'
    const more = 'Òóôõöøőœřßśšşșťţțþùúûüūůűýÿźžż'
    for (const [first, last] of [
      [letters, accents],
      [more, 'Kovač'],
    ] as const) {
      const { userId } = await app.registerTrader()
      await app.runAsOwner(`update users set first_name = '${first}', last_name = '${last}' where id = ${userId}`)
      const { rows } = await sql<{ words: string; email: string; phone: string }>`
        select search_words as words, email, phone from users where id = ${userId}`.execute(db)
      expect(rows[0]?.words).toBe(toSearchWords(`${first} ${last} ${rows[0]?.email} ${rows[0]?.phone}`))
      expect((await findTraders(first.slice(0, 5))).map(({ trader }) => trader.id)).toEqual([userId])
    }
    expect(await findTraders('Abvgde kovac')).toEqual([])
    expect(await findTraders('abvgd aaaa')).toHaveLength(1)
  })

  test('takes % and _ as they are, and asks for three letters side by side', async () => {
    await getZoe()
    for (const text of ['f%gerald', 'f_tzgerald', 'fi', '   ', 'fi zo', '@.c'])
      expect(await findTraders(text), text).toEqual([])
  })

  test('finds by account number, last digits of a card, receipt, withdrawal and ticket', async () => {
    const { userId, attemptId, withdrawalId, ticketId } = await createTraderWithEvents()
    await insertCard(userId, '9371')
    const { deposit_id: depositId } = await db
      .selectFrom('attempts')
      .select('deposit_id')
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow()
    const found = async (text: string, by?: TestOperator) =>
      (await findTraders(text, by)).map(({ kind, id, trader, matchedBy, matched }) => [
        kind,
        id,
        trader.id,
        matchedBy,
        matched,
      ])
    const upper = (id: string, length: number) => id.slice(-length).toUpperCase()
    expect(await found('9371')).toEqual([['trader', null, userId, 'card', 'visa •• 9371']])
    expect(await found(upper(depositId, 12))).toEqual([['deposit', depositId, userId, 'number', upper(depositId, 12)]])
    expect(await found(upper(ticketId, 8))).toContainEqual(['ticket', ticketId, userId, 'number', upper(ticketId, 8)])
    const asWithdrawal = ['withdrawal', withdrawalId, userId, 'number', upper(withdrawalId, 12)]
    expect(await found(upper(withdrawalId, 12))).toEqual([asWithdrawal])
    expect(await found(withdrawalId)).toEqual([asWithdrawal])
    // An operator who checks documents cannot open withdrawals.
    expect(await found(withdrawalId, await desk.createOperator('documents'))).toEqual([])
  })

  test('finds the whole account that money goes to, and whole transactions, only for who can open money', async () => {
    const { userId, client } = await app.registerFunded({ cash: 90_000 })
    await app.addDestination(userId, 'skrill', 'DE75 5121 0800 1245 1261 99')
    const { withdrawal } = await app.withdraw(client, 200)
    await app.runAsOwner(
      `update payouts set sent_reference = 'Bank-Ref 0042' where withdrawal_id = '${withdrawal?.id}'`,
    )
    const attempt = await app.payByCard(userId, 30_000)
    await app.runAsOwner(`update attempts set processor_reference = 'psp_Search_1' where id = ${attempt}`)
    const find = async (text: string, by = support) =>
      (await findTraders(text, by)).map(({ kind, trader, matchedBy, matched }) => [kind, trader.id, matchedBy, matched])
    const payee = ['trader', userId, 'payee', 'DE75 5121 0800 1245 1261 99']
    for (const text of ['DE75512108001245126199', 'de75 5121 0800 1245 1261 99'])
      expect(await find(text), text).toEqual([payee])
    expect(await find('DE7551210800124512619')).toEqual([])
    expect(await find('bank-ref0042')).toEqual([['withdrawal', userId, 'transaction', 'Bank-Ref 0042']])
    expect(await find('psp_Search_1')).toEqual([['deposit', userId, 'transaction', 'psp_Search_1']])
    const documents = await desk.createOperator('documents')
    for (const text of ['DE75512108001245126199', 'bank-ref0042', 'psp_Search_1'])
      expect(await find(text, documents), text).toEqual([])
  })

  test('finds by account number, and names the exact address first of many', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult,
          terms_accepted_at, registered_at)
        select 'crowd' || n || '@example.com', '', '', '', '', 'USD', '', 'en', true, now(), now() from generate_series(1, 200) n
        returning id`.execute(db)
    const id = rows.at(-1)?.id ?? 0
    expect(await findTraders(String(id))).toMatchObject([{ trader: { id }, matchedBy: 'account', matched: String(id) }])
    // The exact address comes first of many.
    const crowd = await findTraders('crowd2@example.com')
    expect(crowd[0]?.trader.email).toBe('crowd2@example.com')
    expect(await findTraders('crowd')).toHaveLength(20)
  })
})

describe('the page of a trader', () => {
  test('says who it is, what money there is, and who shares marks; who has looked is in the audit trail once', async () => {
    const { userId } = await createTraderWithEvents()
    const other = await app.registerTrader()
    await linkTraders(app, { userId }, other, 'card')
    await app.runAsOwner(`update users set locked_at = '2026-11-20', affiliate_id = 'A7' where id = ${userId}`)
    await findTrader(userId)
    expect(await findTrader(userId)).toMatchObject({
      id: userId,
      verification: 'Full',
      affiliate: 'A7',
      lockedAtMs: Date.UTC(2026, 10, 20),
      balances: [
        { currency: 'USD', cash: 60_000, bonus: 2000, hold: 20_000, debt: 0, turnoverDone: 0, turnoverNeeded: 60_000 },
      ],
      related: [{ id: other.userId, marks: ['card'] }],
    })
    await listEvents(userId)
    const { rows } =
      await sql`select actor, action from audit_log where subject = ${`user:${userId}`} and action = 'desk.read'`.execute(
        db,
      )
    expect(rows).toEqual([{ actor: support.name, action: 'desk.read' }])
    expect(await findTrader(999_999_999)).toBeUndefined()
  })

  test('has all that has happened to the trader, and nothing of another trader', async () => {
    const [one, other] = [await createTraderWithEvents(), await createTraderWithEvents()]
    const { events } = await listEvents(one.userId)
    expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(traderEventKinds))
    expect(events.map(({ atMs }) => atMs)).toEqual(events.map(({ atMs }) => atMs).toSorted((a, b) => b - a))
    const byKind = Object.groupBy(events, ({ kind }) => kind)
    expect(byKind).toMatchObject({
      deposit: [{ state: 'credited', amount: 30_000, currency: 'USD', processor: 'ORANGE' }],
      withdrawal: [{ id: one.withdrawalId, state: 'waiting_approval', amount: 20_000, method: 'bank' }],
      bonus: [{ amount: 2000, turnoverDone: 0, turnoverNeeded: 60_000, state: 'frozen' }],
      correction: [{ correction: one.ticketId, amount: 5, state: 'booked' }],
      // Trades with practice money are left out.
      trades: [{ day: '2026-11-10', count: 4, stake: 2000, result: 1600 }],
      document: [{ document: 'passport', state: 'sent', reason: null }],
      ticket: [{ number: one.ticketId.slice(-8), status: 'answered' }],
    })
    expect(byKind.act?.map((act) => 'subject' in act && act.subject).toSorted()).toEqual([
      `ticket:${one.ticketId}`,
      `user:${one.userId}`,
      `withdrawal:${one.withdrawalId}`,
    ])
    expect(byKind.access).toContainEqual(expect.objectContaining({ event: 'registered' }))
    const others = new Set((await listEvents(other.userId)).events.map(({ key }) => key))
    // Only the key of the day of trades is the same for both traders.
    expect(events.map(({ key }) => key).filter((key) => others.has(key))).toEqual(['trades:2026-11-10:USD'])
    for (const kind of traderEventKinds)
      expect((await listEvents(one.userId, `?kind=${kind}`)).events, kind).toEqual(byKind[kind])
  })

  test('goes on page by page, without a gap or a repetition, also among events of one moment', async () => {
    const { userId } = await createTraderWithEvents()
    await app.runAsOwner(`
      insert into security_events (created_at, kind, user_id, address)
        select '2026-11-01 10:00:00.000123Z'::timestamptz + n / 30 * interval '1 microsecond', 'login', ${userId}, '192.0.2.1'
          from generate_series(1, 70) n;
      insert into trade_days (user_id, practice, day, symbol, direction, state, currency, count, stake, returned)
        select ${userId}, false, '2026-09-01'::date + n, 'EURUSD', 'up', 'won', 'USD', 1, 1, 1 from generate_series(1, 60) n`)
    const found: string[] = []
    let pages = 0
    for (let before = ''; ; pages += 1) {
      const { events, next } = await listEvents(userId, before)
      expect(events.length).toBeLessThanOrEqual(50)
      found.push(...events.map(({ key }) => key))
      if (next === null) break
      before = `?before=${encodeURIComponent(next)}`
    }
    expect(pages).toBeGreaterThanOrEqual(2)
    expect(found).toHaveLength(new Set(found).size)
    expect(found.filter((key) => key.startsWith('access:')).length).toBeGreaterThanOrEqual(70)
    expect(found.filter((key) => key.startsWith('trades:'))).toHaveLength(61)
    expect(JSON.stringify(await listEvents(userId, '?kind=access'))).not.toContain('192.0.2.1')
  })
})

test.each(['marketing', 'admin'] as const)('the role %s finds and opens no trader', async (role) => {
  const operator = await desk.createOperator(role)
  for (const path of [
    `${traderCalls.search.path}?text=example`,
    traderCalls.getTrader.path.replace(':id', '1'),
    eventsPath(1),
  ])
    expect(await operator.get(path), path).toMatchObject({ error: 'desk.no_right' })
})

test.each(['support', 'documents', 'payments', 'risk', 'finance'] as const)('the role %s does', async (role) => {
  const operator = await desk.createOperator(role)
  const { userId } = await app.registerTrader()
  const path = traderCalls.getTrader.path.replace(':id', String(userId))
  expect(await operator.get(path)).toMatchObject({ trader: { id: userId } })
})
