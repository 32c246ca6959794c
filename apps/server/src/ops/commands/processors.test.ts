import { afterEach, describe, expect, test } from 'vitest'

import { payByCard, findLatestDeposit, saveCard } from '../../../test/fixtures/cards/pay-by-card.ts'
import { createOpsFixture, type Row } from '../../../test/fixtures/ops/ops-fixture.ts'

const { sandbox, app, runCommand, runChange, createTrader, listAuditRows } = await createOpsFixture()

/** Waits until the server reads settings again. Its clock must be that of the command, which shows the deposits until now. */
const waitForSettings = () => new Promise((done) => setTimeout(done, 1100))

describe('processors', () => {
  afterEach(() => runChange('on', 'ORANGE'))

  test('skips a processor that is off within a second, in open and new deposits, without counting the day limit', async () => {
    const { client, userId } = await createTrader('ORANGE,CONCEPT', 'CONCEPT-APPROVED')
    await client.post('/api/card/deposit', { amount: 1000, fixed: 1, bonus: 0 })
    expect(await findLatestDeposit(client)).toMatchObject({ next: 'ORANGE' })
    expect((await runChange('off', 'orange')).out).toContain(
      'ORANGE is off. Every running server applies it within a second.',
    )
    await waitForSettings()
    const before = (await sandbox.getStatement()).length
    const passed = await client.post('/api/card/fast/orange', { amount: 1000, fixed: 1, bonus: 0 })
    expect(passed.json).toMatchObject({ deposit: { next: 'CONCEPT' } })
    expect((await sandbox.getStatement()).length).toBe(before)
    expect(
      await app.database.db.selectFrom('daily_deposit_counts').select('count').where('user_id', '=', userId).execute(),
    ).toEqual([])
    const { deposit, steps } = await payByCard(client, '4242424242424242', { amount: 1000, fixed: 1 })
    expect(deposit.state).toBe('succeeded')
    expect(steps).toEqual(['CONCEPT success'])
  })

  test('switches two processors off concurrently, and does nothing if one is off already', async () => {
    const runs = await Promise.all(['ORANGE', 'EZPAY', 'ORANGE'].map((name) => runChange('off', name)))
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0])
    const shown = JSON.parse((await runCommand('processors', '--json')).out) as {
      processors: { name: string; on: boolean }[]
    }
    expect(shown.processors.filter(({ on }) => !on).map(({ name }) => name)).toEqual(['ORANGE', 'EZPAY'])
    expect((await runChange('off', 'ORANGE')).out).toContain('Nothing was changed: ORANGE is off already.')
    await runChange('on', 'EZPAY')
    const rows = await listAuditRows('setting:processors_off')
    expect(rows.at(-1)).toMatchObject({
      detail: { before: expect.arrayContaining(['ORANGE', 'EZPAY']), after: ['ORANGE'] },
    })
  })

  test('tries processors in the configured order', async () => {
    expect((await runChange('cascade', 'concept,ORANGE')).out).toContain('Cascade: CONCEPT, ORANGE\n')
    expect((await runChange('cascade', 'CONCEPT,ORANGE')).out).toContain(
      'Nothing was changed: the cascade is this one already.',
    )
    await waitForSettings()
    const { client } = await app.registerTrader()
    await saveCard(client, '4242424242424242', 'Lovelace')
    await client.post('/api/card/deposit', { amount: 1000, fixed: 1, bonus: 0 })
    expect(await findLatestDeposit(client)).toMatchObject({ next: 'CONCEPT' })
    expect((await runChange('cascade', 'default')).out).toContain('(the built-in order)')
    expect(await listAuditRows('setting:cascade')).toMatchObject([
      { action: 'setting.change', why: 'as the bank said', detail: { before: null, after: 'CONCEPT,ORANGE' } },
      { detail: { before: 'CONCEPT,ORANGE', after: null } },
    ])
  })

  test.each([
    [['off', 'NOBODY'], 'There is no processor "NOBODY"'],
    [['cascade', 'ORANGE,ORANGE'], 'ORANGE is in the list twice.'],
    [['cascade', 'ORANGE,,ZOOM'], 'There is no processor ""'],
  ])('refuses %j', async (argv, sentence) => {
    expect(await runChange(...argv)).toMatchObject({ code: 2, err: expect.stringContaining(sentence) })
  })

  test('shows the approval rate of processors', async () => {
    const { client } = await createTrader('UNIVERSE,CONCEPT', 'UNIVERSE-SOFT/CONCEPT-APPROVED')
    await payByCard(client, '4242424242424242')
    const { processors } = JSON.parse((await runCommand('rates', '--days', '1', '--json')).out) as { processors: Row[] }
    expect(processors).toContainEqual({
      processor: 'UNIVERSE',
      attempts: 1,
      approved: 0,
      declined: 1,
      notCharged: 0,
      undecided: 0,
      rate: 0,
    })
    expect((await runCommand('rates', '--from', '2020-01-01', '--to', '2020-01-02')).out).toContain(
      'No processor was asked',
    )
  })
})
