import type { Page } from '@playwright/test'

import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader, type Trader } from './helpers/trader.ts'
import { rememberWorkspace } from './helpers/workspace.ts'

async function openChart(page: Page, { id }: Trader): Promise<void> {
  await rememberWorkspace(page, id)
  await page.goto('/en/trading#/home')
  await expect(page.getByRole('group', { name: 'Drawing tools' })).toBeVisible()
}

const getDrawings = (page: Page) =>
  page.getByRole('application', { name: 'Drawings on the chart' }).getByRole('listitem')
const getTool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Presses places of the chart, in parts of its size. */
async function pressChart(page: Page, ...places: readonly (readonly [x: number, y: number])[]): Promise<void> {
  const box = await page.getByRole('img', { name: /^Price chart of Bitcoin/ }).boundingBox()
  if (box === null) throw new Error('There is no chart')
  for (const [x, y] of places) await page.mouse.click(box.x + box.width * x, box.y + box.height * y)
}

test('drawings made by mouse and keyboard appear on a second device at once, are undone, and are deleted by the keyboard', async ({
  page,
  browser,
  baseURL,
}) => {
  const errors = collectPageErrors(page)
  const trader = await createTrader(page, { practice: true })
  await openChart(page, trader)
  const other = await browser.newContext({
    baseURL: baseURL ?? '',
    storageState: await page.context().storageState(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  const phone = await other.newPage()
  await phone.goto('/en/trading#/home')
  await phone.getByRole('button', { name: 'Draw on the chart' }).tap()
  await expect(phone.getByRole('group', { name: 'Drawing tools' })).toBeVisible()
  await expectNoAxeViolations(phone)

  await getTool(page, 'Trend line').click()
  await pressChart(page, [0.2, 0.6], [0.5, 0.3])
  await expect(getDrawings(page)).toHaveText([/^Trend line from [\d,.]+, .* to [\d,.]+, /])
  const name = await getDrawings(page).innerText()
  await expect(getDrawings(phone)).toHaveText([name])

  // A press beside the line drags the chart, and moves nothing.
  await pressChart(page, [0.7, 0.8])
  await getTool(page, 'Level').focus()
  for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
  await expect(getDrawings(phone)).toHaveText([name, /^Level at [\d,.]+$/])
  await expectNoAxeViolationsInBothThemes(page)
  const level = getDrawings(page).nth(1).getByRole('button')
  await expect(level).toBeFocused()
  const before = await level.innerText()
  await page.keyboard.press('ArrowDown')
  await expect(level).not.toHaveText(before)
  await expect(getDrawings(phone).nth(1)).not.toHaveText(before)
  await page.keyboard.press('Control+z')
  await expect(getDrawings(phone)).toHaveText([name, before])

  await page.keyboard.press('Delete')
  await expect(getDrawings(page)).toHaveText([name])
  await expect(getDrawings(phone)).toHaveText([name])
  await page.keyboard.press('Control+z')
  await expect(getDrawings(phone)).toHaveText([name, before])
  await page.keyboard.press('Control+Shift+z')
  // The page must have sent the change before the reload.
  await expect(getDrawings(phone)).toHaveText([name])
  await expect(getTool(page, 'Redo')).toHaveAttribute('aria-disabled', 'true')
  await page.reload()
  await expect(getDrawings(page)).toHaveText([name])
  await other.close()
  expect(errors).toEqual([])
})

test('several indicators are chosen and changed in one list, and come back with a saved layout', async ({ page }) => {
  const errors = collectPageErrors(page)
  await openChart(page, await createTrader(page, { practice: true }))
  const list = page.getByRole('dialog', { name: 'Indicators' })
  await page.getByRole('button', { name: 'Indicators' }).click()
  for (const name of ['Moving average (SMA)', 'MACD', 'Ichimoku cloud', 'Relative strength (RSI)'])
    await list.getByRole('checkbox', { name }).check({ force: true })
  const period = list.getByLabel('Period').first()
  await period.fill('500')
  await expect(list.getByRole('alert')).toHaveText('From 2 to 200')
  await period.fill('35')
  await expect(list.getByRole('alert')).toHaveCount(0)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  const legend = page.getByText(/^SMA 35$/)
  await expect(legend).toBeVisible()
  await expect(page.getByText('MACD 12, 26, 9')).toBeVisible()

  await page.getByRole('button', { name: 'Saved layouts' }).click()
  const layoutName = page.getByLabel('Save the charts as')
  await layoutName.fill('Night')
  // The panel can move the focus while it opens.
  await layoutName.press('Enter')
  await expect(page.getByRole('button', { name: 'Night', exact: true })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'Two charts' }).check({ force: true })
  await expect(page.getByRole('img', { name: /^Price chart/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Saved layouts' }).click()
  await page.getByRole('button', { name: 'Night', exact: true }).click()
  await expect(page.getByRole('img', { name: /^Price chart/ })).toHaveCount(1)
  await expect(legend).toBeVisible()
  expect(errors).toEqual([])
})
