import type { Page } from '@playwright/test'

import { expect } from './test.ts'

/**
 * Opens a screen and waits for its title. After a change of the hash, the screen before stays until the new one has loaded, so its title
 * must differ.
 */
export async function openScreen(page: Page, path: string, title: string | RegExp): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
}

/** Leaves nothing of the screen before, also if only the hash differs. */
export async function openInNewDocument(page: Page, path: string): Promise<void> {
  // A page of the same site, so that the browser keeps the renderer process. From a blank page it starts another one.
  await page.goto('/favicon.svg')
  await page.goto(path)
}

/** Presses the button that has the focus, which a question sets once it is open. */
export async function confirmByKeyboard(page: Page): Promise<void> {
  await expect(page.getByRole('alertdialog').locator('button:focus')).toBeVisible()
  await page.keyboard.press('Enter')
}

export async function selectOption(page: Page, label: RegExp | string, option: RegExp | string): Promise<void> {
  await page
    .getByRole('button', { name: label instanceof RegExp ? new RegExp(label.source.replace(/^\^|\$$/g, '')) : label })
    .click()
  await page.getByRole('option', { name: option }).click()
}

export async function checkBox(page: Page, label: string | RegExp): Promise<void> {
  const checkbox = page.getByRole('checkbox', { name: label })
  await checkbox.focus()
  await page.keyboard.press('Space')
  await expect(checkbox).toBeChecked()
}

/** The scripts that the document has loaded, in bytes as transferred. */
export function listScripts(page: Page): Promise<{ name: string; bytes: number }[]> {
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize })),
  )
}

/** On a busy machine an order can be void when it arrives. */
export async function acceptLateOrders(page: Page): Promise<void> {
  await page.route('**/api/trading/buy', async (route) => {
    const order = route.request().postDataJSON() as object
    await route.continue({ postData: JSON.stringify({ ...order, validUntilMs: undefined }) })
  })
}
