import type { Page } from '@playwright/test'

import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { openScreen, selectOption } from './helpers/page.ts'
import { waitForMails } from './helpers/sandbox.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'

/**
 * Adds a weekend tournament of some weeks ago with these scores, in minor units, all of own cash. The house edge is so large that the whole
 * list of prizes is paid. Returns the day on which it ended.
 */
async function addWeekend(weeksAgo: number, scores: Readonly<Record<number, number>>): Promise<Date> {
  const [row] = await queryDatabase(
    `with period as (select date_bin('7 days', now(), '2001-01-01Z') - $1 * interval '7 days' + interval '117 hours' as start),
          recorded as (select record_tournament_results(jsonb_agg(jsonb_build_object(
                         'userId', key::bigint, 'symbol', 'BTCUSD', 'at', start + interval '1 hour', 'isResult', true,
                         'profit', value::bigint, 'ownStake', 1000000000, 'ownEdge', 100000000)))
                         from period, jsonb_each_text($2))
     select start + interval '48 hours' as "endsAt" from period, recorded`,
    [weeksAgo, scores],
  )
  return row?.['endsAt'] as Date
}

const openTournament = (page: Page, endsAt: Date) =>
  selectOption(page, 'Турнир', new RegExp(new Intl.DateTimeFormat('ru', { dateStyle: 'medium' }).format(endsAt)))

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'ru-RU' })

test('places, a won prize and another name in tournaments fit a phone in Russian and pass axe', async ({ page }) => {
  const errors = collectPageErrors(page)
  // They are created one after the other, because they share the browser's session.
  const others = [
    await createTrader(page, { names: ['Анна', 'Иванова'] }),
    await createTrader(page, { names: ['Ольга', 'Смирнова'] }),
    await createTrader(page, { names: ['Zora', 'Neale'] }),
  ]
  const trader = await createTrader(page, { names: ['Иван', 'Петров'], language: 'ru' })
  await queryDatabase(`update users set verification = 'Full' where id = $1`, [trader.id])
  const scores = Object.fromEntries(others.map(({ id }, index) => [id, 200_000 - index]))
  const endsAt = await addWeekend(3, { ...scores, [trader.id]: 123_456 })
  const [mail] = await waitForMails(trader.email)
  // The first three prizes are in cash above the limit of one operator.
  expect(mail?.subject).toContain('4-е место')
  await openScreen(page, '/ru/trading#/show/contest', 'Турниры')
  await expect(page.getByRole('timer')).toHaveText(/\d:\d\d$/)
  await expectNoAxeViolationsInBothThemes(page)
  expect(await page.evaluate(findLayoutDefects)).toEqual([])
  await page.goto('/ru/trading#/show/contest/last')
  await openTournament(page, endsAt)
  const table = page.getByRole('table')
  await expect(table).toContainText('Иван П.')
  await expect(page.getByRole('region', { name: 'Ваши призы' })).toContainText('на вашем счёте')
  expect(await page.evaluate(findLayoutDefects)).toEqual([])
  await page.getByRole('button', { name: 'Изменить имя' }).press('Enter')
  await page.getByRole('textbox', { name: 'Имя в турнирах' }).fill('Ночная сова')
  await page.keyboard.press('Enter')
  await expect(table).toContainText('Ночная сова')
  await expectNoAxeViolations(page)
  expect(errors).toEqual([])
})
