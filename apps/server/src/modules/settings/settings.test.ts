import { randomUUID } from 'node:crypto'

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { type TestApp, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { createPromoCode } from '../../../test/fixtures/promo/promo-fixture.ts'
import { finishBonuses, fundTrader } from '../../../test/fixtures/trading/fund-trader.ts'
import { createSettingsService } from './service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('unset settings have defaults, and the page bootstrap contains only the public ones', async () => {
  const boot = await (await app.openClient()).get('/api/boot')
  expect(boot.json).toMatchObject({
    return: true,
    user: null,
    settings: { cascade: null, cardDayLimit: 3, failLimit: 5, bonusTurnoverFactor: 30, isChatDisabled: false },
    country: 'FR',
    now: app.clock.now().getTime(),
    sandbox: true,
  })
  expect(boot.text).not.toContain('processors_off')
})

test('a changed setting is visible at once on its server, within a second on others, and in the audit log', async () => {
  const [here, elsewhere] = [1, 2].map(() => createSettingsService({ db: app.database.db, clock: app.clock }))
  expect(await elsewhere?.getSetting('cascade')).toBe(null)
  await here?.setSetting('cascade', 'ORANGE,ZOOM', { actor: 'operator:anna' })
  expect(await here?.getSetting('cascade')).toBe('ORANGE,ZOOM')
  expect(await elsewhere?.getSetting('cascade')).toBe(null)
  app.clock.advance(1000)
  expect(await elsewhere?.getSetting('cascade')).toBe('ORANGE,ZOOM')
  await here?.setSetting('cascade', 'PFS', { actor: 'operator:anna' })
  const log = await app.database.db.selectFrom('audit_log').select(['actor', 'action', 'subject', 'detail']).execute()
  expect(log).toEqual([
    {
      actor: 'operator:anna',
      action: 'setting.change',
      subject: 'setting:cascade',
      detail: { before: null, after: 'ORANGE,ZOOM' },
    },
    {
      actor: 'operator:anna',
      action: 'setting.change',
      subject: 'setting:cascade',
      detail: { before: 'ORANGE,ZOOM', after: 'PFS' },
    },
  ])
  await here?.setSetting('cascade', null, { actor: 'operator:anna' })
})

test.each([
  ['cascade', 'ORANGE,NOBODY'],
  ['processors_off', ['NOBODY']],
  ['card_day_limit', 0],
  ['card_day_limit', 1.5],
  ['rate_jump_percents', { coin: 5 }],
  ['rate_jump_percents', { coin: 5, currency: -2 }],
  ['deposit_turnover_factor', 0.99],
  ['bonus_turnover_factor', 9],
  // Below 12, the turnover costs no more than a bonus releases.
  ['bonus_turnover_factor', 11],
  ['bonus_release_factor', 2.7],
  ['ladder_margin_percent', 3],
  ['payout_exceptions', { XRPUSD: 94 }],
  ['tiers', 'two'],
  ['platform_url', 'no address'],
] as const)('setting %s to the invalid value %j throws and stores nothing', async (name, value) => {
  const settings = createSettingsService({ db: app.database.db, clock: app.clock })
  const before = await settings.getSettings()
  // An operator can type values that the types forbid.
  await expect(settings.setSetting(name, value as never, { actor: 'operator:anna' })).rejects.toThrow()
  app.clock.advance(1000)
  expect(await settings.getSettings()).toEqual(before)
})

test.each([
  [
    'payout_percents',
    { currency: 96, metal: 80, index: 80, crypto: 78 },
    { currency: 95, metal: 80, index: 80, crypto: 78 },
    'Above 95',
  ],
  [
    'payout_percents',
    { currency: 82, metal: 80, index: 80, crypto: 96 },
    { currency: 82, metal: 80, index: 80, crypto: 95 },
    'Above 95',
  ],
  ['payout_exceptions', { XRPUSD: 96 }, { XRPUSD: 95 }, 'Above 95'],
  ['sale_fee_percent', 0.99, 1, 'Below 1'],
  ['ladder_margin_percent', 2.99, 3, 'Below 3'],
] as const)(
  '%s cannot be %j, at which the house would lose, and the error says why',
  async (name, unsound, sound, why) => {
    const settings = createSettingsService({ db: app.database.db, clock: app.clock })
    const before = await settings.getSetting(name)
    // With a lower factor, a bonus would be a gift at the lowest house edge.
    await settings.setSetting('bonus_turnover_factor', 100, { actor: 'operator:anna' })
    await expect(settings.setSetting(name, unsound, { actor: 'operator:anna' })).rejects.toThrow(
      new RegExp(`${why}, what is left of the house edge`),
    )
    await settings.setSetting(name, sound, { actor: 'operator:anna' })
    expect(await settings.getSetting(name)).toEqual(sound)
    await settings.setSetting(name, before, { actor: 'operator:anna' })
    await settings.setSetting('bonus_turnover_factor', 30, { actor: 'operator:anna' })
  },
)

test.each([
  ['crypto_spread_percent', 0.49, 0.5, 'Below 0.5, who pays when our rate lags'],
  ['crypto_rate_max_age_seconds', 901, 900, 'Coins move by more than the spread'],
  ['currency_rate_max_age_seconds', 3601, 3600, 'Currencies move by more than the spread'],
] as const)('%s cannot be %j: an old rate would favour the trader', async (name, unsound, sound, why) => {
  const settings = createSettingsService({ db: app.database.db, clock: app.clock })
  const before = await settings.getSetting(name)
  await expect(settings.setSetting(name, unsound, { actor: 'operator:anna' })).rejects.toThrow(why)
  await settings.setSetting(name, sound, { actor: 'operator:anna' })
  expect(await settings.getSetting(name)).toBe(sound)
  await settings.setSetting(name, before, { actor: 'operator:anna' })
})

test.each([
  ['card', 2.99, 3],
  ['skrill', 2.99, 3],
  ['bitcoin', 0.99, 1],
  ['bank', -0.01, 0],
] as const)('the fee of a refund by %s cannot be %d', async (method, unsound, sound) => {
  const settings = createSettingsService({ db: app.database.db, clock: app.clock })
  const terms = (returnPercent: number) => ({
    [method]: { feePercent: 0, feeFixed: 0, returnPercent, min: 20, max: 1000, hours: 24 },
  })
  const by = { actor: 'operator:anna' }
  await expect(settings.setSetting('withdrawal_terms', terms(unsound), by)).rejects.toThrow()
  await settings.setSetting('withdrawal_terms', terms(sound), by)
  const reason = await settings.setTypedSetting('withdrawal_terms', terms(unsound), by)
  if (unsound > 0)
    expect(reason).toMatchObject({
      params: { reason: expect.stringContaining('processors keep their fees') as string },
    })
  await settings.setSetting('withdrawal_terms', {}, by)
})

test('the lists of pages are part of the page bootstrap', async () => {
  const settings = createSettingsService({ db: app.database.db, clock: app.clock })
  await settings.setSetting('chat_hide', ['funding'], { actor: 'operator:anna' })
  await settings.setSetting('chat_show', ['home', 'terms'], { actor: 'operator:anna' })
  await settings.setSetting('hidden_tabs', [], { actor: 'operator:anna' })
  app.clock.advance(1000)
  expect((await (await app.openClient()).get('/api/boot')).json).toMatchObject({
    settings: { chatHide: ['funding'], chatShow: ['home', 'terms'], hiddenTabs: [] },
  })
})

test('visitors do not see the order of processors, and nobody sees the list of affiliates', async () => {
  const settings = createSettingsService({ db: app.database.db, clock: app.clock })
  await settings.setSetting('cascade', 'FRAUD,ORANGE', { actor: 'operator:anna' })
  await settings.setSetting('affiliates_min_300', ['aff-1', 'aff-2'], { actor: 'operator:anna' })
  app.clock.advance(1000)
  const { client } = await app.registerTrader()
  const readBoot = async (of: typeof client) => (await of.get('/api/boot')).json
  const ofVisitor = await readBoot(await app.openClient())
  expect(ofVisitor).toMatchObject({ settings: { cascade: null } })
  const ofTrader = await readBoot(client)
  expect(ofTrader).toMatchObject({ settings: { cascade: 'FRAUD,ORANGE' } })
  expect(JSON.stringify([ofVisitor, ofTrader])).not.toContain('aff-')
  await settings.setSetting('cascade', null, { actor: 'operator:anna' })
  await settings.setSetting('affiliates_min_300', [], { actor: 'operator:anna' })
  app.clock.advance(1000)
})

test('the country comes from the header of a trusted proxy only', async () => {
  const behind = await startTestApp({ config: { countryHeader: 'cf-ipcountry', trustedProxies: ['127.0.0.1'] } })
  const client = await behind.openClient()
  const forwarded = { 'x-forwarded-for': '198.51.100.7' }
  expect((await client.get('/api/boot', { ...forwarded, 'cf-ipcountry': 'DE' })).json).toMatchObject({ country: 'DE' })
  expect((await client.get('/api/boot', { ...forwarded, 'cf-ipcountry': 'XX' })).json).toMatchObject({ country: 'FR' })
  expect((await client.get('/api/boot')).json).toMatchObject({ country: 'FR' })
  // A browser in a language that we do not have gets that of the country.
  const visit = { ...forwarded, 'accept-language': 'ja', 'cf-ipcountry': 'KZ' }
  expect((await (await behind.openClient()).get('/', visit)).headers.location).toBe('/ru/')
  const foreign = await behind.openClient('203.0.113.9')
  expect((await foreign.get('/api/boot', { ...forwarded, 'cf-ipcountry': 'DE' })).json).toMatchObject({ country: 'FR' })
  const plain = await app.openClient()
  expect((await plain.get('/api/boot', { 'cf-ipcountry': 'DE' })).json).toMatchObject({ country: 'FR' })
  await behind.stop()
})

test('settings are refused together with those that are stored, and the refusal says why', async () => {
  const settings = createSettingsService({ db: app.database.db, clock: app.clock })
  const by = { actor: 'operator:anna' }
  await settings.setSetting('bonus_turnover_factor', 24, by)
  expect(await settings.setTypedSetting('bonus_release_factor', 1.08, by)).toMatchObject({
    ok: false,
    params: { reason: expect.stringContaining('releases more than its turnover costs') as string },
  })
  expect(await settings.setTypedSetting('bonus_turnover_factor', 9, by)).toMatchObject({
    params: { reason: expect.stringContaining('Below 10') as string },
  })
  expect(await settings.setTypedSetting('bonus_release_factor', 1.07, by)).toMatchObject({ ok: true })
  await settings.setSetting('bonus_release_factor', 1, by)
  await settings.setSetting('bonus_turnover_factor', 30, by)
})

describe('a change that lowers the house edge', () => {
  const by = { actor: 'operator:anna' }
  const createSettings = () => createSettingsService({ db: app.database.db, clock: app.clock })
  const setPayout = async (currency: number) => {
    const payouts = { currency, metal: 80, index: 80, crypto: 78 }
    return createSettings().setTypedSetting('payout_percents', payouts, by)
  }
  const refusal = (sentence: string) => ({ ok: false, params: { reason: expect.stringContaining(sentence) as string } })
  // Below 25 times what it releases, a bonus is a gift at a house edge of 4 %.
  const gift = 'would release more than their turnover costs'
  afterEach(() => setPayout(82))

  test('is refused while it would make a bonus that is open a gift, with their number', async () => {
    const { userId } = await app.registerTrader()
    const user = { id: userId, currency: 'USD' }
    for (const [bonus, required] of [
      [1000, 23_500],
      [100, 2500],
      [2000, 60_000],
    ] as const)
      await fundTrader(app.database.db, user, { bonus, required }, app.clock.now())
    expect(await setPayout(84)).toMatchObject(refusal(`Of the bonuses that traders have or were promised, 2 ${gift}`))
    expect(await setPayout(84)).toMatchObject(
      refusal('one of them asks for 23.5 times what it releases, and more than 25 times are needed'),
    )
    // At a house edge of 4.25 %, 23.53 times are needed.
    expect(await setPayout(83)).toMatchObject(refusal(`1 ${gift}`))
    // The house edge gets no lower.
    expect(await setPayout(80)).toMatchObject({ ok: true })
    expect(await createSettings().setTypedSetting('card_day_limit', 4, by)).toMatchObject({ ok: true })
    await finishBonuses(app.database.db, user, app.clock.now())
    expect(await setPayout(84)).toMatchObject({ ok: true })
  })

  test('is refused while it would make the bonus of a stored code a gift', async () => {
    const { client } = await app.registerTrader()
    await createSettings().setSetting('bonus_turnover_factor', 24, by)
    app.clock.advance(1000)
    await createPromoCode(app, 'STORED', { amount: null, percent: 30, minDeposit: 100 })
    await client.post('/api/promo', { promo: 'STORED' })
    await createSettings().setSetting('bonus_turnover_factor', 30, by)
    expect(await setPayout(84)).toMatchObject(refusal(gift))
    await client.post('/api/promo/remove')
    expect(await setPayout(84)).toMatchObject({ ok: true })
  })

  test('is refused while it would make the bonus of an unfinished deposit a gift', async () => {
    const { userId } = await app.registerTrader()
    const { db } = app.database
    const id = randomUUID()
    const at = app.clock.now()
    await db
      .insertInto('deposits')
      .values({
        id,
        user_id: userId,
        method: 'card',
        country: 'AU',
        amount: 1000,
        currency: 'EUR',
        fixed: false,
        bonus: 200,
        wagering_required: 4800,
        release_max: 200,
        processor_order: ['ORANGE'],
        state: 'open',
        created_at: at,
        updated_at: at,
      })
      .execute()
    for (const state of ['processing', 'review'] as const) {
      expect(await setPayout(84)).toMatchObject(refusal(gift))
      await db.updateTable('deposits').set({ state }).where('id', '=', id).execute()
    }
    expect(await setPayout(84)).toMatchObject(refusal(gift))
    await db.updateTable('deposits').set({ state: 'failed', ended_at: at }).where('id', '=', id).execute()
    expect(await setPayout(84)).toMatchObject({ ok: true })
  })
})
