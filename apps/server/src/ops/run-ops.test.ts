import { beforeAll, describe, expect, test } from 'vitest'

import { payByCard } from '../../test/fixtures/cards/pay-by-card.ts'
import { runOpsCommand } from '../../test/fixtures/ops/run-ops-command.ts'
import { createOpsFixture, type Row } from '../../test/fixtures/ops/ops-fixture.ts'

const { app, env, runCommand, runChange, createTrader, listAuditRows, findAttempt } = await createOpsFixture()

describe('the command line', () => {
  test.each([
    [['review', '--all'], "Unknown option '--all'."],
    [['nothing'], "Unknown command 'nothing'."],
    [['show'], "Missing required argument 'REF'.\nHelp: npm run ops -- show --help"],
    [['off', 'ZOOM', '--yes'], 'This changes something: say why, with --why "…".'],
    [['off', 'ZOOM', '--why', 'x'], '--why must be a reason of 3 to 500 characters.'],
    [['off', 'ZOOM', '--why', 'card 4242 4242 4242 4242'], '--why is kept forever and must not contain a card number.'],
    [['off', 'ZOOM', '--why', 'a reason', '--as', 'ann'], "Unknown option '--as'."],
    [['operators', 'invite', 'emergency', '--roles', 'admin', '--why', 'a reason'], 'not be "emergency"'],
    [['resolve', 'x', '--why', 'a reason'], 'Write either --paid AMOUNT or --unpaid.'],
    [['resolve', 'x', '--paid', '1', '--unpaid', '--why', 'a reason'], 'Write either --paid AMOUNT or --unpaid.'],
    [['resolve', 'x', '--paid', 'much', '--why', 'a reason'], '--paid must be an amount such as 1000.00'],
    [['claims', 'accept', 'x', '--why', 'a reason'], 'Write the amount that has arrived: --received 1000.00.'],
    [['claims', 'reject', 'x', '--why', 'a reason'], 'Write why, in 3 to 300 characters'],
    [['withdrawals', 'reject', 'x', '--why', 'a reason'], 'Write why, in 3 to 300 characters'],
    [['withdrawals', 'return', 'x', '--why', 'a reason'], 'Write why, in 3 to 300 characters'],
    [['withdrawals', 'pay', 'x', '--why', 'a reason'], 'Write the provider’s own reference of the payment'],
    [['exchange-rates', 'accept', 'XYZ', '--why', 'a reason'], 'CODE must be one of'],
    [['rates', '--days', '0'], '--days must be a whole number from 1 to 3660.'],
    [['rates', '--from', '2026-02-30'], '--from must be a day'],
    [['review', '--limit', '1e9'], '--limit must be a whole number'],
  ])('rejects the wrong command line %j with exit code 2', async (argv, sentence) => {
    expect(await runOpsCommand(env, argv)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(sentence),
    })
  })

  test('has a help text for every command', async () => {
    const all = await runCommand('--help')
    expect(all.code).toBe(0)
    const words = [...all.out.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, word]) => word ?? '')
    expect(words).toEqual([
      'alerts',
      'deposits',
      'review',
      'suspense',
      'show',
      'rates',
      'ask',
      'resolve',
      'refund',
      'reverse',
      'accept',
      'claims',
      'withdrawals',
      'processors',
      'off',
      'on',
      'cascade',
      'settings',
      'exchange-rates',
      'pages',
      'page',
      'set-page',
      'reset-page',
      'contacts',
      'errors',
      'tickets',
      'documents',
      'document',
      'approve',
      'refuse',
      'security',
      'end-sessions',
      'lock',
      'unlock',
      'login-link',
      'card-risk',
      'affiliate',
      'trader-cascade',
      'min-deposit',
      'statement-code',
      'traces',
      'marks',
      'promo',
      'reconcile',
      'beacon',
      'audit-trades',
      'log-totals',
      'tournaments',
      'operators',
      'audit',
      'audit-check',
      'audit-seals',
      'reseal',
      'doctor',
      'backup',
      'restore',
      'quarantine',
      'migrate',
      'help',
    ])
    for (const word of words.slice(0, -1))
      expect((await runCommand(word, '--help')).out).toContain(`npm run ops -- ${word}`)
  })

  test('asks before a change, and changes nothing if the answer is no', async () => {
    const no = await runOpsCommand(env, ['off', 'ZOOM', '--why', 'a reason'], 'n')
    expect(no).toMatchObject({ code: 1, err: 'Nothing was changed.\n', asked: 'ZOOM is switched off.\nGo on? (y/N) ' })
    const unconfirmed = await runCommand('off', 'ZOOM', '--why', 'a reason')
    expect(unconfirmed).toMatchObject({ code: 1, err: expect.stringContaining('add --yes to go on') })
    expect((await runCommand('processors')).out).not.toContain('OFF')
    expect((await runOpsCommand(env, ['off', 'ZOOM', '--why', 'a reason'], 'yes')).code).toBe(0)
    await runChange('on', 'ZOOM')
  })

  test('finds a deposit by any of its references, and reports an unknown one', async () => {
    const { client } = await createTrader('CONCEPT', 'CONCEPT-APPROVED')
    const { deposit } = await payByCard(client, '4242424242424242')
    const { reference, processor_reference } = await findAttempt(deposit.id)
    for (const ref of [deposit.id, deposit.receipt_number, reference, String(processor_reference)]) {
      const { out } = await runCommand('show', ref)
      expect(out).toContain(deposit.id)
      expect(out).toContain('visa …4242')
      expect(out).not.toContain('4242424242424242')
    }
    expect(await runCommand('show', 'nobody')).toMatchObject({
      code: 1,
      err: 'There is no deposit or attempt "nobody".\n',
    })
  })

  test('reports an invalid environment setting and an unreachable database', async () => {
    expect((await runOpsCommand({ ...env, WAIT_SCALE: 'x' }, ['review'])).err).toContain(
      'The setting WAIT_SCALE must be',
    )
    const unreachable = { ...env, DATABASE_OWNER_URL: 'postgres://a:b@127.0.0.1:1/none' }
    expect(await runOpsCommand(unreachable, ['review'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be reached'),
    })
  })
})

describe('the audit log', () => {
  test('lists changes, and the database refuses to alter them', async () => {
    expect((await runCommand('audit', '--limit', '2')).out).toContain('as the bank said')
    for (const statement of [
      `update audit_log set reason = 'another reason'`,
      'delete from audit_log',
      'truncate audit_log cascade',
    ])
      await expect(app.runAsOwner(statement)).rejects.toThrow('append-only')
    const unsaid = { created_at: new Date(), actor: 'Anna', os_user: 'tester', action: 'deposit.refund', subject: 'x' }
    await expect(app.database.db.insertInto('audit_log').values(unsaid).execute()).rejects.toMatchObject({
      constraint: 'audit_log_reason',
    })
  })
})

describe('settings', () => {
  const testFeed = { language: 'en', name: 'Gold, silver', url: 'https://news.example/rss?key=a' }
  beforeAll(async () => {
    const terms = ['--percent', '50', '--min-deposit', '250']
    expect((await runChange('promo', 'create', 'SECOND-50', '--for', 'offers', ...terms)).code).toBe(0)
    expect((await runChange('promo', 'create', 'FOR-ALL', ...terms)).code).toBe(0)
  })
  const setTo = async (name: string) => (JSON.parse((await runCommand('settings', '--json')).out) as Row)[name]

  test.each([
    ['chat_hide', 'funding, home', ['funding', 'home']],
    ['chat_hide', 'none', []],
    ['chat_disabled', 'yes', true],
    ['chat_disabled', 'no', false],
    ['card_day_limit', '4', 4],
    ['card_day_limit', '3', 3],
    ['rate_jump_percents', 'coin=10,currency=3', { coin: 10, currency: 3 }],
    ['rate_jump_percents', 'coin=5,currency=2', { coin: 5, currency: 2 }],
    ['payout_percents', 'currency=85,metal=80,index=80,crypto=78', { currency: 85, metal: 80, index: 80, crypto: 78 }],
    ['payout_percents', 'currency=82,metal=80,index=80,crypto=78', { currency: 82, metal: 80, index: 80, crypto: 78 }],
    ['payout_exceptions', 'XRPUSD=70,SOLUSD=75', { XRPUSD: 70, SOLUSD: 75 }],
    ['payout_exceptions', 'none', {}],
    ['news_feeds', JSON.stringify([testFeed]), [testFeed]],
    ['news_feeds', '[]', []],
    ['news_feeds', 'null', null],
    ['calendar_url', 'https://news.example/calendar', 'https://news.example/calendar'],
    ['calendar_url', 'none', null],
    ['house_loss_max', '50000', 50_000],
    ['house_loss_max', '100000', 100_000],
    ['platform_url', 'https://platform.example', 'https://platform.example'],
    ['platform_url', 'none', null],
    ['limited_offer_code', 'SECOND-50', 'SECOND-50'],
    ['limited_offer_code', 'none', null],
    ['risk_free_percent', '20', 20],
    ['risk_free_percent', '0', 0],
    ['trading_block', 'trades=5,deposits=2000', { trades: 5, deposits: 2000 }],
    ['trading_block', 'trades=1,deposits=0', { trades: 1, deposits: 0 }],
  ])('sets %s to %s', async (name, typed, value) => {
    const run = await runChange('settings', name, typed)
    expect(run.err).toBe('')
    expect(run.code).toBe(0)
    expect(await setTo(name)).toEqual(value)
    expect((await listAuditRows(`setting:${name}`)).at(-1)).toMatchObject({
      why: 'as the bank said',
      os_user: 'tester',
    })
  })

  test.each([
    ['chat_disabled', 'perhaps'],
    ['card_day_limit', 'three'],
    ['card_day_limit', '0'],
    ['rate_jump_percents', 'coin=5'],
    ['rate_jump_percents', 'none'],
    ['news_feeds', JSON.stringify([{ ...testFeed, url: 'http://news.example/rss' }])],
    ['news_feeds', '[{'],
    ['calendar_url', 'file:///etc/passwd'],
    ['payout_exceptions', 'NOPE=70'],
    ['payout_percents', 'currency=0,metal=80,index=80,crypto=78'],
    ['platform_url', 'no address'],
    ['nothing', 'yes'],
    ['limited_offer_code', 'two words'],
    ['limited_offer_code', 'NO-SUCH-CODE'],
    ['limited_offer_code', 'FOR-ALL'],
    ['risk_free_percent', '21'],
    ['trading_block', 'trades=0,deposits=0'],
    ['cascade', 'ORANGE'],
    ['__proto__', 'yes'],
  ])('refuses to set %s to %s and changes nothing', async (name, typed) => {
    const before = (await runCommand('settings', '--json')).out
    expect((await runChange('settings', name, typed)).code).not.toBe(0)
    expect((await runCommand('settings', '--json')).out).toBe(before)
  })
})

test('contacts lists each message in one line', async () => {
  const { client, userId } = await app.registerTrader()
  const message = {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    phone: '+61 412 345 678',
    message: 'one\ntwo',
  }
  await client.post('/api/contacts', message)
  await client.post('/api/call', { phone: '+61 412 000 111' })
  const run = await runCommand('contacts')
  expect(run.out).toMatch(new RegExp(`message +${userId} +Ada Lovelace +ada@example.com +\\+61 412 345 678 +one two`))
  expect(run.out).toMatch(new RegExp(`call +${userId} +\\+61 412 000 111`))
})

test('errors lists the errors that browsers reported', async () => {
  const { client } = await app.registerTrader()
  const report = { error: 'no such thing', url: '/assets/a.js', lineNumber: 3, column: 5, object: 'stack' }
  await client.post('/api/us/handler', report)
  expect((await runCommand('errors')).out).toMatch(/1 +no such thing +\/assets\/a\.js:3:5/)
})
