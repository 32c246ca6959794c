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
  // They were created in one browser, with one phone number: without marks they are not one person, who wins only once.
  await queryDatabase('delete from user_marks where user_id = any($1)', [Object.keys(scores).map(Number)])
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

const openTournament = (page: Page, label: string, lang: string, endsAt: Date) =>
  selectOption(page, label, new RegExp(new Intl.DateTimeFormat(lang, { dateStyle: 'medium' }).format(endsAt)))

test('a trader finds the own place, the prize and another name by keyboard', async ({ page }) => {
  const errors = collectPageErrors(page)
  const winner = await createTrader(page, { names: ['Zora', 'Neale'] })
  const trader = await createTrader(page, { names: ['Olivia', 'Brown'] })
  const endsAt = await addWeekend(2, { [winner.id]: 40_000, [trader.id]: 25_000 })
  await page.goto('/en/trading#/home')
  await page.getByRole('banner').getByRole('link', { name: 'Tournaments' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tournaments')
  await expect(page.getByRole('timer')).toHaveText(/(?:\d?\d:)?\d?\d:\d\d$/)
  await expectNoAxeViolationsInBothThemes(page)
  await page.getByRole('link', { name: 'Previous' }).press('Enter')
  await openTournament(page, 'Tournament', 'en', endsAt)
  await expect(page.getByText('Your place is 2 of 2.')).toBeAttached()
  const row = page.getByRole('table', { name: 'Places' }).getByRole('row').nth(2)
  await expect(row).toHaveText(/^2Olivia B\.You.*\+\$250\.00\$3,000$/)
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Change name' }).press('Enter')
  await page.getByRole('textbox', { name: 'Name in tournaments' }).fill('Night owl')
  await page.keyboard.press('Enter')
  await expect(row).toHaveText(/^2Night owlYou/)
  await page.getByRole('link', { name: 'Rules' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rules of the tournaments')
  expect(errors).toEqual([])
})

test.describe('on a phone in Russian', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'ru-RU' })

  test('places and a won prize fit, and the winner gets a mail', async ({ page }) => {
    // One after the other: they share the browser's session.
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
    // The first three are paid in cash above the limit of one operator.
    expect(mail?.subject).toContain('4-е место')
    await openScreen(page, '/ru/trading#/show/contest/last', 'Турниры')
    await openTournament(page, 'Турнир', 'ru', endsAt)
    await expect(page.getByRole('table')).toContainText('Иван П.')
    await expect(page.getByRole('region', { name: 'Ваши призы' })).toContainText('на вашем счёте')
    expect(await page.evaluate(findLayoutDefects)).toEqual([])
    await expectNoAxeViolations(page)
  })
})
