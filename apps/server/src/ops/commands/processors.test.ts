import { afterEach, describe, expect, it, test } from 'vitest'

import { payByCard, findLatestDeposit, saveCard } from '../../testing/cards/pay-by-card.ts'
import { createOpsFixture, type Row } from '../../testing/ops/ops-fixture.ts'

const { sandbox, app, ops, order, trader, audited } = await createOpsFixture()

describe('processors', () => {
  afterEach(() => order('on', 'ORANGE'))

  it('switched off is passed over within a second, in open deposits and new ones, and no day is counted', async () => {
    const { client, userId } = await trader('ORANGE,CONCEPT', 'CONCEPT-APPROVED')
    await client.post('/api/card/deposit', { amount: 1000, fixed: 1, bonus: 0 })
    expect(await findLatestDeposit(client)).toMatchObject({ next: 'ORANGE' })
    expect((await order('off', 'orange')).out).toContain(
      'ORANGE is off. Every running server applies it within a second.',
    )
    await new Promise((done) => setTimeout(done, 1100))
    const before = (await sandbox.getStatement()).length
    const passed = await client.post('/api/card/fast/orange', { amount: 1000, fixed: 1, bonus: 0 })
    expect(passed.json).toMatchObject({ deposit: { next: 'CONCEPT' } })
    expect((await sandbox.getStatement()).length).toBe(before)
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
    expect((await order('off', 'ORANGE')).out).toContain('Nothing was changed: ORANGE is off already.')
    await order('on', 'EZPAY')
    const rows = await audited('processors_off')
    expect(rows.at(-1)).toMatchObject({
      detail: { before: expect.arrayContaining(['ORANGE', 'EZPAY']), after: ['ORANGE'] },
    })
  })

  it('are tried in the order that is set', async () => {
    expect((await order('cascade', 'concept,ORANGE')).out).toContain('Cascade: CONCEPT, ORANGE\n')
    expect((await order('cascade', 'CONCEPT,ORANGE')).out).toContain(
      'Nothing was changed: the cascade is this one already.',
    )
    await new Promise((done) => setTimeout(done, 1100))
    const { client } = await app.registerTrader()
    await saveCard(client, '4242424242424242', 'Lovelace')
    await client.post('/api/card/deposit', { amount: 1000, fixed: 1, bonus: 0 })
    expect(await findLatestDeposit(client)).toMatchObject({ next: 'CONCEPT' })
    expect((await order('cascade', 'default')).out).toContain('(the built-in order)')
    expect(await audited('cascade')).toMatchObject([
      { action: 'setting', why: 'as the bank said', detail: { before: null, after: 'CONCEPT,ORANGE' } },
      { detail: { before: 'CONCEPT,ORANGE', after: null } },
    ])
  })

  test.each([
    [['off', 'NOBODY'], 'There is no processor "NOBODY"'],
    [['cascade', 'ORANGE,ORANGE'], 'ORANGE is in the list twice.'],
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
