import type { Page } from '@playwright/test'

import { expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'
import { findLayoutDefects } from './helpers/find-layout-defects.ts'
import { rememberWorkspace } from './helpers/workspace.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

async function openLadder(page: Page, traderId: number) {
  await rememberWorkspace(page, traderId)
  await page.goto('/ru/trading#/home')
  const kind = page.getByRole('group', { name: 'Вид сделки' }).filter({ visible: true })
  await kind.getByRole('radio', { name: 'Вверх/Вниз' }).press('ArrowRight')
  return page.getByRole('region', { name: /^Сделка/ })
}

test('the ladder fits a phone in Russian beside the chart, all its strikes can be reached, and it sells by keyboard in the order of the screen', async ({
  page,
}) => {
  const errors = collectPageErrors(page)
  const trader = await createTrader(page, { practice: true, language: 'ru' })
  const ticket = await openLadder(page, trader.id)
  const strikes = ticket.getByRole('toolbar', { name: 'Цены и выплаты по ним' })
  await expect(strikes.getByRole('button').first()).toBeVisible()
  // The Tab key leads from the switch over the ticket to less, stake, more and one strike, and then to the button.
  for (let stops = 0; stops < 4; stops += 1) await page.keyboard.press('Tab')
  await expect(strikes.locator(':focus')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Tab')
  await expect(ticket.getByRole('button', { name: 'Купить' })).toBeFocused()
  const option = ticket.getByRole('button', { name: /^Ниже [\d\s,.]+, \+(?:[5-9]\d|1\d\d)\s%$/ }).first()
  const buy = ticket.getByRole('button', { name: /^Купить ниже/ })
  // A new ladder, each quarter of an hour, forgets the choice.
  await expect(async () => {
    await option.tap({ timeout: 5000 })
    await expect(buy).toBeInViewport({ ratio: 1, timeout: 5000 })
  }).toPass()
  const chart = await page.getByRole('img', { name: /^График/ }).boundingBox()
  expect(chart?.height).toBeGreaterThan(200)
  for (const strike of [
    ticket.getByRole('button', { name: /^Выше/ }).first(),
    ticket.getByRole('button', { name: /^Выше/ }).last(),
  ]) {
    // A strike can be gone with the next price, and another one is then the first or last.
    await expect(async () => {
      await strike.focus()
      await expect(strike).toBeInViewport({ ratio: 1, timeout: 1000 })
    }).toPass()
  }
  await expectNoAxeViolationsInBothThemes(page)
  const defects = await page.evaluate(findLayoutDefects)
  // The first steps are scrolled behind the button that closes them.
  expect(defects.filter((defect) => !defect.includes('первые шаги'))).toEqual([])

  // A strike can be gone with the next price, and a ladder with its time: then nothing is sent, or the server refuses.
  await expect(async () => {
    await option.focus({ timeout: 1000 })
    await page.keyboard.press('Space')
    await buy.focus({ timeout: 1000 })
    const sent = page.waitForRequest('**/api/trading/ladder/buy', { timeout: 15_000 })
    await Promise.all([sent, page.keyboard.press('Enter')])
    const reply = await (await sent).response()
    expect(await reply?.json()).toMatchObject({ return: true })
  }).toPass()
  await expect(page.getByRole('list', { name: 'Открытые (1)' })).toBeVisible()
  const trades = await queryDatabase(
    'select direction, strike_points is not null as has_strike, stake from trades where user_id = $1',
    [trader.id],
  )
  expect(trades).toEqual([{ direction: 'down', has_strike: true, stake: '5000' }])

  // The specification's link opens this page.
  const url = await page.evaluate(async () => {
    const { csrf } = (await (await fetch('/api/boot')).json()) as { csrf: string }
    const reply = await fetch('/api/us/ladder', { method: 'POST', headers: { 'x-csrf-token': csrf } })
    return ((await reply.json()) as { url: string }).url
  })
  await page.goto(url)
  await expect(page.getByRole('button', { name: /^Ниже/ }).first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Ставка' })).toHaveValue('50')
  expect(await page.evaluate(findLayoutDefects)).toEqual([])
  expect(errors).toEqual([])
})
