import { afterAll, beforeAll, expect, test } from 'vitest'

import { type TestApp, startTestApp } from '../../testing/app/test-app.ts'
import { createSettingsService } from './service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('what nobody has set has a default, and the browser is told the part it needs', async () => {
  const boot = await (await app.openClient()).get('/api/boot')
  expect(boot.json).toMatchObject({
    return: true,
    user: null,
    rates: { USD: 1, EUR: 1, GBP: 1, RUB: 60 },
    settings: { cascade: null, card_day_limit: 3, fail_limit: 5, bonus_turnover_factor: 30, chat_disabled: false },
    country: 'FR',
    now: app.clock.now().getTime(),
    sandbox: true,
  })
  expect(boot.text).not.toContain('processors_off')
})

test('a change holds at once here, within a second elsewhere, and is in the audit log', async () => {
  const [here, elsewhere] = [1, 2].map(() => createSettingsService({ db: app.database.db, clock: app.clock }))
  expect(await elsewhere?.get('cascade')).toBe(null)
  await here?.set('cascade', 'ORANGE,ZOOM', { actor: 'operator:anna' })
  expect(await here?.get('cascade')).toBe('ORANGE,ZOOM')
  expect(await elsewhere?.get('cascade')).toBe(null)
  app.clock.advance(1000)
  expect(await elsewhere?.get('cascade')).toBe('ORANGE,ZOOM')
  await here?.set('cascade', 'PFS', { actor: 'operator:anna' })
  const log = await app.database.db.selectFrom('audit_log').select(['actor', 'action', 'subject', 'detail']).execute()
  expect(log).toEqual([
    { actor: 'operator:anna', action: 'setting', subject: 'cascade', detail: { before: null, after: 'ORANGE,ZOOM' } },
    { actor: 'operator:anna', action: 'setting', subject: 'cascade', detail: { before: 'ORANGE,ZOOM', after: 'PFS' } },
  ])
  await here?.set('cascade', null, { actor: 'operator:anna' })
})

test.each([
  ['cascade', 'ORANGE,NOBODY'],
  ['processors_off', ['NOBODY']],
  ['card_day_limit', 0],
  ['card_day_limit', 1.5],
  ['rates', { USD: 1, EUR: 1, GBP: 1 }],
  ['rates', { USD: 1, EUR: 1, GBP: 1, RUB: -60 }],
  ['platform_url', 'no address'],
] as const)('%s = %j is refused and nothing written', async (name, value) => {
  const settings = createSettingsService({ db: app.database.db, clock: app.clock })
  const before = await settings.all()
  // @ts-expect-error values that the types forbid come from a terminal all the same
  await expect(settings.set(name, value, { actor: 'operator:anna' })).rejects.toThrow()
  app.clock.advance(1000)
  expect(await settings.all()).toEqual(before)
})

test('the lists of pages reach the browser', async () => {
  const settings = createSettingsService({ db: app.database.db, clock: app.clock })
  await settings.set('chat_hide', ['funding'], { actor: 'operator:anna' })
  await settings.set('chat_show', ['home', 'terms'], { actor: 'operator:anna' })
  await settings.set('hidden_tabs', [], { actor: 'operator:anna' })
  app.clock.advance(1000)
  expect((await (await app.openClient()).get('/api/boot')).json).toMatchObject({
    settings: { chat_hide: ['funding'], chat_show: ['home', 'terms'], hidden_tabs: [] },
  })
})

test('the country comes from a trusted proxy’s header only', async () => {
  const behind = await startTestApp({ config: { countryHeader: 'cf-ipcountry' } })
  const client = await behind.openClient()
  expect((await client.get('/api/boot', { 'cf-ipcountry': 'DE' })).json).toMatchObject({ country: 'DE' })
  expect((await client.get('/api/boot', { 'cf-ipcountry': 'XX' })).json).toMatchObject({ country: 'FR' })
  expect((await client.get('/api/boot')).json).toMatchObject({ country: 'FR' })
  const plain = await app.openClient()
  expect((await plain.get('/api/boot', { 'cf-ipcountry': 'DE' })).json).toMatchObject({ country: 'FR' })
  await behind.stop()
})
