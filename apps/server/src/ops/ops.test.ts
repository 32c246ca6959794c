import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest'

import { systemClock } from '../platform/clock.ts'
import { startTestApp, type TestApp, type TestClient } from '../testing/app.ts'
import { payByCard, present, saveCard } from '../testing/card-trader.ts'
import { ops as runOps } from '../testing/ops.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'

let sandbox: TestSandbox
let app: TestApp
let folder: string
let env: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ops-'))
  sandbox = await startTestSandbox(0.01, folder)
  const clock = { ...systemClock, advance: () => undefined, set: () => undefined }
  app = await startTestApp({
    clock,
    config: { sandboxUrl: sandbox.url, sandboxSecret: sandbox.secret, waitScale: 0.02 },
  })
  env = {
    DATABASE_URL: app.databaseUrl,
    SECRET_KEY: 'a secret key that is only good for tests',
    SANDBOX_URL: sandbox.url,
    SANDBOX_SECRET: sandbox.secret,
    WAIT_SCALE: '0.02',
  }
})
afterEach(() => sandbox.control('faults/clear', {}))
afterAll(async () => {
  await app.stop()
  await sandbox.stop()
  await rm(folder, { recursive: true })
})

const ops = (...argv: string[]) => runOps(env, argv)
/** A change: why and yes are said. */
const order = (...argv: string[]) => runOps(env, [...argv, '--why', 'as the bank said', '--yes'])

async function trader(cascade = 'ORANGE', lastName = 'ORANGE-POLL', number = '4242424242424242') {
  const { client, userId, form } = await app.registerTrader()
  await app.database.db.updateTable('users').set({ cascade }).where('id', '=', userId).execute()
  await saveCard(client, number, lastName)
  return { client, userId, form }
}

type Row = Record<string, unknown>

async function rowsOf(command: string, depositId: string): Promise<Row[]> {
  const { out } = await ops(command, '--json')
  return (JSON.parse(out) as Row[]).filter((row) => row['depositId'] === depositId)
}

async function audited(subject: string): Promise<Row[]> {
  const { rows } =
    await sql<Row>`select actor, os_user, action, why, detail from audit_log where subject = ${subject} order by id`.execute(
      app.database.db,
    )
  return rows
}

async function balances(userId: number): Promise<Record<string, number>> {
  const rows = await app.database.db.selectFrom('ledger_balances').selectAll().where('user_id', '=', userId).execute()
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
}

async function attemptOf(depositId: string) {
  return app.database.db
    .selectFrom('attempts')
    .selectAll()
    .where('deposit_id', '=', depositId)
    .executeTakeFirstOrThrow()
}

/** A deposit with bonus whose charge nobody answers for, until it is in review. */
async function inReview(): Promise<{ client: TestClient; userId: number; id: string }> {
  const { client, userId } = await trader()
  for (const on of ['start', 'status', 'cancel'])
    await sandbox.control('faults', { processor: 'orange', on, act: 'error' })
  await client.post('/api/card/fast/orange', { amount: 1000, fixed: 0, bonus: 1 })
  const { id } = await present(client)
  await expect
    .poll(
      async () => {
        await app.cards.sweep()
        return (await present(client)).state
      },
      { timeout: 8000, interval: 100 },
    )
    .toBe('review')
  return { client, userId, id }
}

/** A deposit of 1000, charged without a word, of which the processor then says that it took another amount. */
async function inSuspense(taken = 90_000, currency = 'USD') {
  const { client, userId } = await trader('CONCEPT', 'CONCEPT-APPROVED')
  await sandbox.control('faults', { processor: 'concept', on: 'start', act: 'lost', times: 1 })
  await sandbox.control('faults', { processor: 'concept', on: 'webhook', act: 'drop' })
  await client.post('/api/payconcept/pay', { amount: 1000, fixed: 1, bonus: 0 })
  const { id } = await present(client)
  const { our_ref: ref, id: attemptId } = await attemptOf(id)
  await app.cards.applyOutcome(ref, { source: 'inquiry', verdict: 'succeeded', taken: { amount: taken, currency } })
  return { client, userId, id, ref, attemptId }
}

describe('review', () => {
  it('lists what nobody could decide, without the whole e-mail', async () => {
    const { id, userId } = await inReview()
    const [row] = await rowsOf('review', id)
    expect(row).toMatchObject({
      userId,
      processor: 'ORANGE',
      amount: 100_000,
      currency: 'USD',
      deposit: 'review',
      money: null,
    })
    const { out, code } = await ops('review')
    expect(code).toBe(0)
    expect(out).toContain(id.slice(-12).toUpperCase())
    expect(out).toContain('t…@example.com')
    expect(out).not.toMatch(/trader\d+@/)
  })

  it('resolved as paid credits once with the bonus, however often and at once', async () => {
    const { id, userId, client } = await inReview()
    const runs = await Promise.all([1, 2, 3].map(() => order('resolve', id, '--paid', '1000.00', '--as', 'Anna')))
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(runs.filter(({ out }) => out.startsWith('Resolved.'))).toHaveLength(1)
    expect((await order('resolve', id, '--paid', '1000')).out).toContain('Nothing was changed: it stands so already.')
    expect(await balances(userId)).toEqual({ cash: 100_000, bonus: 50_000 })
    expect(await present(client)).toMatchObject({ state: 'succeeded' })
    expect(await audited(`deposit:${id}`)).toEqual([
      {
        actor: 'Anna',
        os_user: 'tester',
        action: 'deposit.resolve',
        why: 'as the bank said',
        detail: {
          before: { deposit: 'review', processor: 'ORANGE', attempt: 'in_doubt' },
          after: {
            deposit: 'succeeded',
            processor: 'ORANGE',
            attempt: 'succeeded',
            money: 'credited',
            amount: 100_000,
            currency: 'USD',
          },
        },
      },
    ])
    const late = await order('resolve', id, '--unpaid')
    expect(late).toMatchObject({ code: 1 })
    expect(late.err).toContain('has taken money for deposit')
  })

  it('resolved as unpaid fails and credits nothing; money that comes all the same is credited late', async () => {
    const { id, userId, client } = await inReview()
    const { our_ref: ref } = await attemptOf(id)
    expect((await order('resolve', id.slice(-12), '--unpaid')).out).toContain('is failed; money: none')
    expect((await order('resolve', id, '--unpaid')).out).toContain('Nothing was changed')
    expect(await balances(userId)).toEqual({})
    const again = await order('resolve', ref, '--paid', '1000')
    expect(again.err).toContain('is not in review: ORANGE is never_happened. If it has taken money all the same, ask')
    await app.cards.applyOutcome(ref, {
      source: 'webhook',
      verdict: 'succeeded',
      taken: { amount: 100_000, currency: 'USD' },
    })
    expect(await balances(userId)).toEqual({ cash: 100_000 })
    expect(await present(client)).toMatchObject({ state: 'failed', refund: 'offered' })
    expect(await audited(`deposit:${id}`)).toHaveLength(1)
  })

  it('resolved as paid in another amount goes to suspense', async () => {
    const { id, userId } = await inReview()
    expect((await order('resolve', id, '--paid', '999.99')).out).toContain('is review; money: 999.99 USD suspense')
    expect(await balances(userId)).toEqual({})
    expect(await rowsOf('suspense', id)).toMatchObject([{ amount: 99_999, asked: 100_000, reason: 'amount_differs' }])
  })

  it('asks the processor again, whose word goes, and writes that down', async () => {
    const { id } = await inReview()
    const silent = await order('ask', id)
    expect(silent.out).toContain('No answer that says anything')
    await sandbox.control('faults/clear', {})
    expect((await order('ask', id)).out).toContain('It says: never_happened')
    expect(await rowsOf('review', id)).toEqual([])
    expect((await audited(`deposit:${id}`)).map(({ action }) => action)).toEqual(['deposit.ask', 'deposit.ask'])
    expect((await order('ask', id)).err).toContain('is undecided: name an attempt')
  })

  it('is refused while the server is still finding out', async () => {
    const { client } = await trader('CONCEPT', 'CONCEPT-OK')
    await client.post('/api/payconcept/pay', { amount: 1000, fixed: 1, bonus: 0 })
    const { id } = await present(client)
    const refused = await order('resolve', id, '--paid', '1000')
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.err).toContain('is not in review: the server is still finding out.')
    expect(await audited(`deposit:${id}`)).toEqual([])
  })
})

describe('ask', () => {
  it('finds the success of a charge that was taken for declined', async () => {
    const { client, userId } = await trader('CONCEPT', 'CONCEPT-APPROVED')
    const { deposit } = await payByCard(client, '4242424242424242')
    expect(deposit.state).toBe('succeeded')
    // Another deposit whose charge is on the processor's books, and which we gave up without being told.
    await sandbox.control('faults', { processor: 'concept', on: 'start', act: 'lost', times: 1 })
    await sandbox.control('faults', { processor: 'concept', on: 'webhook', act: 'drop' })
    await client.post('/api/payconcept/pay', { amount: 500, fixed: 1, bonus: 0 })
    const { id } = await present(client)
    const { our_ref: ref } = await attemptOf(id)
    await app.cards.applyOutcome(ref, { source: 'webhook', verdict: 'declined_hard', reason: 'cascade_card.failed' })
    const runs = await Promise.all([1, 2].map(() => order('ask', ref)))
    expect(runs.map(({ out }) => out)).toEqual([
      expect.stringContaining('It says: succeeded'),
      expect.stringContaining('It says: succeeded'),
    ])
    expect(await balances(userId)).toEqual({ cash: 150_000 })
    expect(await audited(`deposit:${id}`)).toHaveLength(2)
  })
})

describe('suspense', () => {
  it('given back: once, asked of the processor at once, and booked out of suspense', async () => {
    const { id, userId, ref, client } = await inSuspense()
    expect(await rowsOf('suspense', id)).toMatchObject([
      { place: 'suspense', reason: 'amount_differs', amount: 90_000 },
    ])
    const runs = await Promise.all([order('refund', id), order('refund', ref), order('refund', id)])
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0])
    expect((await order('refund', id)).out).toContain('Nothing was changed: it has been given back already.')
    expect(await audited(`deposit:${id}`)).toMatchObject([
      {
        action: 'deposit.refund',
        detail: { before: { money: 'suspense' }, after: { money: 'refund_due', deposit: 'failed' } },
      },
    ])
    const given = (await sandbox.statement()).filter((row) => row.kind === 'refund' && row.ref === ref)
    expect(given).toMatchObject([{ amount: 90_000, status: 'refunded' }])
    expect(await present(client)).toMatchObject({ state: 'failed', reason: 'cards.other_amount', refund: 'refunded' })
    expect(await balances(userId)).toEqual({})
    expect(await suspenseOf(id)).toBe(0)
  })

  it('put on the account: cash alone, once, and the trader may have it sent back', async () => {
    const { id, userId, client } = await inSuspense(110_000)
    const runs = await Promise.all([1, 2].map(() => order('accept', id)))
    expect(runs.map(({ code }) => code)).toEqual([0, 0])
    expect(await balances(userId)).toEqual({ cash: 110_000 })
    expect(await present(client)).toMatchObject({
      state: 'failed',
      refund: 'offered',
      credited: { cash: 1100, bonus: 0 },
    })
    expect((await order('accept', id)).out).toContain('it is on the account already')
    expect(await audited(`deposit:${id}`)).toHaveLength(1)
    expect(await suspenseOf(id)).toBe(0)
  })

  it('of another currency is not put on the account, by the command or by the database', async () => {
    const { id, attemptId, userId } = await inSuspense(100_000, 'EUR')
    const refused = await order('accept', id)
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringContaining('It was taken in EUR, and the account is in USD'),
    })
    await expect(
      app.database.db
        .updateTable('captures')
        .set({ place: 'credited_late' })
        .where('attempt_id', '=', attemptId)
        .execute(),
    ).rejects.toMatchObject({ constraint: 'captures_currency' })
    expect(await balances(userId)).toEqual({})
    expect(await audited(`deposit:${id}`)).toEqual([])
  })

  it('that the processor will not take back stays, and can be put on the account instead', async () => {
    const { id, userId, client } = await inSuspense()
    expect(await present(client)).toMatchObject({ state: 'review', refund: 'held' })
    await sandbox.control('faults', { processor: 'concept', on: 'refund', act: 'refund_refused', times: 1 })
    expect((await order('refund', id)).out).toContain('900.00 USD suspense')
    expect(await present(client)).toMatchObject({ state: 'failed', refund: 'held' })
    expect(await rowsOf('suspense', id)).toMatchObject([{ reason: 'refund_refused' }])
    expect((await order('accept', id)).code).toBe(0)
    expect(await balances(userId)).toEqual({ cash: 90_000 })
  })

  it('credited as asked for is not undone', async () => {
    const { client } = await trader('CONCEPT', 'CONCEPT-APPROVED')
    const { deposit } = await payByCard(client, '4242424242424242')
    const refused = await order('refund', deposit.id)
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('got the money it asked for') })
  })
})

describe('processors', () => {
  afterEach(() => order('on', 'ORANGE'))

  it('switched off is passed over within a second, in open deposits and new ones, and no day is counted', async () => {
    const { client, userId } = await trader('ORANGE,CONCEPT', 'CONCEPT-APPROVED')
    await client.post('/api/card/deposit', { amount: 1000, fixed: 1, bonus: 0 })
    expect(await present(client)).toMatchObject({ next: 'ORANGE' })
    expect((await order('off', 'orange')).out).toContain(
      'ORANGE is off. Every running server goes by it within a second.',
    )
    await new Promise((done) => setTimeout(done, 1100))
    const before = (await sandbox.statement()).length
    const passed = await client.post('/api/card/fast/orange', { amount: 1000, fixed: 1, bonus: 0 })
    expect(passed.json).toMatchObject({ deposit: { next: 'CONCEPT' } })
    expect((await sandbox.statement()).length).toBe(before)
    expect(
      await app.database.db.selectFrom('card_days').select('used').where('user_id', '=', userId).execute(),
    ).toEqual([])
    const { deposit, steps } = await payByCard(client, '4242424242424242', { amount: 1000, fixed: 1 })
    expect(deposit.state).toBe('succeeded')
    expect(steps).toEqual(['CONCEPT success'])
  })

  it('two that are switched off at once are both off, and twice is once', async () => {
    const runs = await Promise.all(['ORANGE', 'EZPAY', 'ORANGE'].map((name) => order('off', name)))
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0])
    const shown = JSON.parse((await ops('processors', '--json')).out) as { processors: { name: string; on: boolean }[] }
    expect(shown.processors.filter(({ on }) => !on).map(({ name }) => name)).toEqual(['ORANGE', 'EZPAY'])
    expect((await order('off', 'ORANGE')).out).toContain('Nothing was changed: it is so already.')
    await order('on', 'EZPAY')
    const rows = await audited('processors_off')
    expect(rows.at(-1)).toMatchObject({
      detail: { before: expect.arrayContaining(['ORANGE', 'EZPAY']), after: ['ORANGE'] },
    })
  })

  it('are tried in the order that is set', async () => {
    expect((await order('cascade', 'concept,ORANGE')).out).toContain('Cascade: CONCEPT, ORANGE\n')
    expect((await order('cascade', 'CONCEPT,ORANGE')).out).toContain('Nothing was changed: it is set so already.')
    await new Promise((done) => setTimeout(done, 1100))
    const { client } = await app.registerTrader()
    await saveCard(client, '4242424242424242', 'Lovelace')
    await client.post('/api/card/deposit', { amount: 1000, fixed: 1, bonus: 0 })
    expect(await present(client)).toMatchObject({ next: 'CONCEPT' })
    expect((await order('cascade', 'default')).out).toContain('(the built-in order)')
    expect(await audited('cascade')).toMatchObject([
      { action: 'setting', why: 'as the bank said', detail: { before: null, after: 'CONCEPT,ORANGE' } },
      { detail: { before: 'CONCEPT,ORANGE', after: null } },
    ])
  })

  test.each([
    [['off', 'NOBODY'], 'There is no processor "NOBODY"'],
    [['cascade', 'ORANGE,ORANGE'], 'ORANGE stands twice in the list.'],
    [['cascade', 'ORANGE,,ZOOM'], 'There is no processor ""'],
  ])('%j is refused', async (argv, sentence) => {
    expect(await order(...argv)).toMatchObject({ code: 2, err: expect.stringContaining(sentence) })
  })

  it('have a rate of approval', async () => {
    const { client } = await trader('UNIVERSE,CONCEPT', 'UNIVERSE-SOFT/CONCEPT-APPROVED')
    await payByCard(client, '4242424242424242')
    const { processors } = JSON.parse((await ops('rates', '--days', '1', '--json')).out) as { processors: Row[] }
    expect(processors).toContainEqual({
      processor: 'UNIVERSE',
      asked: 1,
      approved: 0,
      declined: 1,
      dropped: 0,
      undecided: 0,
      rate: 0,
    })
    expect((await ops('rates', '--from', '2020-01-01', '--to', '2020-01-02')).out).toContain('No processor was asked')
  })
})

describe('reconcile', () => {
  const csv = async () => (await fetch(`${sandbox.url}/control/statement.csv`)).text()
  const reconcile = async (text: string, ...more: string[]) => {
    const file = join(folder, 'statement.csv')
    await writeFile(file, text)
    const { code, out, err } = await ops('reconcile', file, '--json', ...more)
    expect(err).toBe('')
    const found = JSON.parse(out) as { agreed: number; differences: Row[]; totals: Row[] }
    return { code, ...found, about: (ref: string) => found.differences.filter((each) => each['ref'] === ref) }
  }

  it('agrees on what the sandbox says, and finds each planted difference to the cent', async () => {
    const from = new Date().toISOString()
    const paid: string[] = []
    for (let each = 0; each < 5; each += 1) {
      const { client } = await trader('CONCEPT', 'CONCEPT-APPROVED')
      const { deposit } = await payByCard(client, '4242424242424242')
      paid.push((await attemptOf(deposit.id)).our_ref)
    }
    const [head = '', ...lines] = (await csv()).split('\r\n').filter((line) => line !== '')
    const mine = lines.filter((line) => paid.some((ref) => line.includes(ref)))
    const whole = await reconcile([head, ...mine].join('\r\n'), '--from', from)
    expect(whole).toMatchObject({ code: 0, agreed: 5, differences: [] })
    expect(whole.totals).toEqual([{ processor: 'CONCEPT', currency: 'USD', there: 500_000, here: 500_000 }])

    const [dearer, gone, declined, doubled] = paid
    const stranger = '00000000-0000-4000-8000-000000000001'
    const planted = mine.flatMap((line) => {
      if (line.includes(String(gone))) return []
      if (line.includes(String(dearer))) return [line.replace(',100000,', ',100001,')]
      if (line.includes(String(declined))) return [line.replace(',succeeded,', ',declined_soft,')]
      return line.includes(String(doubled)) ? [line, line] : [line, line.replace(String(paid[4]), stranger)]
    })
    const found = await reconcile([head, ...planted].join('\r\n'), '--from', from)
    expect(found).toMatchObject({ code: 3, agreed: 1 })
    expect(found.about(String(dearer))).toMatchObject([{ kind: 'other_amount', difference: 1 }])
    expect(found.about(String(gone))).toMatchObject([{ kind: 'missing_there', difference: -100_000 }])
    expect(found.about(String(declined))).toMatchObject([{ kind: 'other_state', difference: -100_000 }])
    expect(found.about(String(doubled))).toMatchObject([{ kind: 'doubled', difference: 100_000 }])
    expect(found.about(stranger)).toMatchObject([{ kind: 'missing_here', difference: 100_000, here: 'unknown' }])
    expect(found.totals).toEqual([{ processor: 'CONCEPT', currency: 'USD', there: 500_001, here: 500_000 }])
  })

  it('finds in the real statement what was booked in another amount or not given back yet, and nothing else', async () => {
    const { out } = await ops('suspense', '--json')
    const expected = (JSON.parse(out) as Row[]).length
    const found = await reconcile(await csv())
    const kinds = new Set(found.differences.map(({ kind }) => kind))
    expect(expected).toBeGreaterThan(0)
    for (const kind of kinds) expect(['other_amount', 'other_state', 'missing_there', 'missing_here']).toContain(kind)
    const sum = (rows: Row[], name: string) => rows.reduce((all, row) => all + Number(row[name]), 0)
    expect(sum(found.totals, 'there') - sum(found.totals, 'here')).toBe(sum(found.differences, 'difference'))
  })

  it('refuses what is no statement', async () => {
    const file = join(folder, 'none.csv')
    expect(await ops('reconcile', file)).toMatchObject({ code: 1, err: `${file} cannot be read (ENOENT).\n` })
    await writeFile(file, 'kind,processor\n')
    expect((await ops('reconcile', file)).err).toContain('is no statement: its head line lacks ref')
  })
})

describe('the command line', () => {
  test.each([
    [['review', '--all'], "Unknown option '--all'."],
    [['nothing'], 'There is no command "nothing".'],
    [['show'], 'Write: npm run ops -- show REF'],
    [['off', 'ZOOM', '--yes'], 'This changes something: say why, with --why "…".'],
    [['off', 'ZOOM', '--why', 'x'], '--why must be a reason of 3 to 500 characters.'],
    [['off', 'ZOOM', '--why', 'card 4242 4242 4242 4242'], '--why is kept for good and must hold no card number.'],
    [['off', 'ZOOM', '--why', 'a reason', '--as', ''], '--as must be a name'],
    [['resolve', 'x', '--why', 'a reason'], 'Say either --paid AMOUNT or --unpaid.'],
    [['resolve', 'x', '--paid', '1', '--unpaid', '--why', 'a reason'], 'Say either --paid AMOUNT or --unpaid.'],
    [['rates', '--days', '0'], '--days must be a whole number from 1 to 3660.'],
    [['rates', '--from', '2026-02-30'], '--from must be a day'],
    [['review', '--limit', '1e9'], '--limit must be a whole number'],
  ])('%j is not understood', async (argv, sentence) => {
    expect(await ops(...argv)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(sentence) })
  })

  it('has a help for each word', async () => {
    const all = await ops('--help')
    expect(all.code).toBe(0)
    const words = [...all.out.matchAll(/^ {2}([\w-]+)/gm)].map(([, word]) => word ?? '')
    expect(words).toEqual([
      'review',
      'suspense',
      'show',
      'rates',
      'ask',
      'resolve',
      'refund',
      'accept',
      'processors',
      'off',
      'on',
      'cascade',
      'settings',
      'pages',
      'page',
      'set-page',
      'reset-page',
      'contacts',
      'errors',
      'documents',
      'document',
      'approve',
      'refuse',
      'reconcile',
      'audit',
    ])
    for (const word of words) expect((await ops(word, '--help')).out).toContain(`npm run ops -- ${word}`)
  })

  it('asks before it changes anything, and a no changes nothing', async () => {
    const no = await runOps(env, ['off', 'ZOOM', '--why', 'a reason'], 'n')
    expect(no).toMatchObject({ code: 1, err: 'Nothing was changed.\n', asked: 'ZOOM is switched off.\nGo on? (y/N) ' })
    const nobody = await ops('off', 'ZOOM', '--why', 'a reason')
    expect(nobody).toMatchObject({ code: 1, err: expect.stringContaining('say --yes to go on') })
    expect((await ops('processors')).out).not.toContain('OFF')
    expect((await runOps(env, ['off', 'ZOOM', '--why', 'a reason'], 'yes')).code).toBe(0)
    await order('on', 'ZOOM')
  })

  it('knows a deposit by any of its names, and says so when there is none', async () => {
    const { client } = await trader('CONCEPT', 'CONCEPT-APPROVED')
    const { deposit } = await payByCard(client, '4242424242424242')
    const { our_ref, psp_ref } = await attemptOf(deposit.id)
    for (const ref of [deposit.id, deposit.reference, our_ref, String(psp_ref)]) {
      const { out } = await ops('show', ref)
      expect(out).toContain(deposit.id)
      expect(out).toContain('visa …4242')
      expect(out).not.toContain('4242424242424242')
    }
    expect(await ops('show', 'nobody')).toMatchObject({ code: 1, err: 'There is no deposit or attempt "nobody".\n' })
  })

  it('says which setting is wrong, and that a database cannot be reached', async () => {
    expect((await runOps({ ...env, WAIT_SCALE: 'x' }, ['review'])).err).toContain('The setting WAIT_SCALE must be')
    const unreachable = { ...env, DATABASE_URL: 'postgres://a:b@127.0.0.1:1/none' }
    expect(await runOps(unreachable, ['review'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be reached'),
    })
  })
})

describe('the audit log', () => {
  it('is shown, and the database keeps it as it was written', async () => {
    const { db } = app.database
    expect((await ops('audit', '--limit', '2')).out).toContain('as the bank said')
    await expect(db.updateTable('audit_log').set({ why: 'another reason' }).execute()).rejects.toThrow('append-only')
    await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow('append-only')
    await expect(sql`truncate audit_log`.execute(db)).rejects.toThrow('append-only')
    const unsaid = { at: new Date(), actor: 'Anna', os_user: 'tester', action: 'deposit.refund', subject: 'x' }
    await expect(db.insertInto('audit_log').values(unsaid).execute()).rejects.toMatchObject({
      constraint: 'audit_log_why',
    })
  })

  it('money that was taken stays what it was, and goes only where it may', async () => {
    const { attemptId } = await inSuspense()
    const set = (values: object) =>
      app.database.db.updateTable('captures').set(values).where('attempt_id', '=', attemptId).execute()
    await expect(set({ amount: 1 })).rejects.toMatchObject({ constraint: 'captures_fixed' })
    await expect(set({ place: 'refunded' })).rejects.toMatchObject({ constraint: 'captures_steps' })
    await expect(set({ place: 'credited' })).rejects.toMatchObject({ constraint: 'captures_steps' })
    await expect(app.database.db.deleteFrom('captures').execute()).rejects.toThrow('append-only')
  })
})

/** What the ledger holds in suspense for a deposit, minor units. */
async function suspenseOf(depositId: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select coalesce(sum(l.amount), 0)::bigint as held from ledger_lines l join ledger_entries e on e.id = l.entry_id
      join attempts a on e.subject = 'attempt:' || a.id where l.account = 'suspense' and a.deposit_id = ${depositId}::uuid`.execute(
    app.database.db,
  )
  return rows[0]?.held ?? 0
}

describe('settings', () => {
  const setTo = async (name: string) => (JSON.parse((await ops('settings', '--json')).out) as Row)[name]

  test.each([
    ['chat_hide', 'funding, home', ['funding', 'home']],
    ['chat_hide', 'none', []],
    ['chat_disabled', 'yes', true],
    ['chat_disabled', 'no', false],
    ['card_day_limit', '4', 4],
    ['card_day_limit', '3', 3],
    ['rates', 'USD=1,EUR=0.9,GBP=0.8,RUB=60', { USD: 1, EUR: 0.9, GBP: 0.8, RUB: 60 }],
    ['rates', 'USD=1,EUR=1,GBP=1,RUB=60', { USD: 1, EUR: 1, GBP: 1, RUB: 60 }],
    ['platform_url', 'https://platform.example', 'https://platform.example'],
    ['platform_url', 'none', null],
  ])('%s %s', async (name, typed, value) => {
    const run = await order('settings', name, typed)
    expect(run.err).toBe('')
    expect(run.code).toBe(0)
    expect(await setTo(name)).toEqual(value)
    expect((await audited(name)).at(-1)).toMatchObject({ why: 'as the bank said', os_user: 'tester' })
  })

  test.each([
    ['chat_disabled', 'perhaps'],
    ['card_day_limit', 'three'],
    ['card_day_limit', '0'],
    ['rates', 'USD=1'],
    ['platform_url', 'no address'],
    ['nothing', 'yes'],
    ['cascade', 'ORANGE'],
    ['__proto__', 'yes'],
  ])('%s %s is refused and nothing changed', async (name, typed) => {
    const before = (await ops('settings', '--json')).out
    expect((await order('settings', name, typed)).code).not.toBe(0)
    expect((await ops('settings', '--json')).out).toBe(before)
  })
})

test('contacts lists what people wrote, as text that cannot steer the terminal', async () => {
  const { client, userId } = await app.registerTrader()
  const message = {
    name: 'Ada \u202eecalevoL',
    email: 'ada@example.com',
    phone: '+61 412 345 678',
    message: 'one\ntwo',
  }
  await client.post('/api/contacts', message)
  await client.post('/api/call', { phone: '+61 412 000 111' })
  const run = await ops('contacts')
  expect(run.out).toMatch(
    new RegExp(`message +${userId} +Ada \\?ecalevoL +ada@example.com +\\+61 412 345 678 +one two`),
  )
  expect(run.out).toMatch(new RegExp(`call +${userId} +\\+61 412 000 111`))
})

test('errors lists what browsers have reported', async () => {
  const { client } = await app.registerTrader()
  const report = { error: 'no such thing', url: '/assets/a.js', lineNumber: 3, column: 5, object: 'stack' }
  await client.post('/api/us/handler', report)
  expect((await ops('errors')).out).toMatch(/1 +no such thing +\/assets\/a\.js:3:5/)
})
