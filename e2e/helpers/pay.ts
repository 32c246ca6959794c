import type { Page } from '@playwright/test'

import { canaryCode } from './card-data-canaries.ts'
import { queryDatabase } from './database.ts'
import { checkBox } from './page.ts'
import { expect } from './test.ts'
import type { Trader } from './trader.ts'

/** Returns what the processors charged for a trader's deposits according to the sandbox's statement, in minor units. */
export async function fetchCharges(trader: Trader): Promise<{ processor: string; amount: number }[]> {
  const rows = await queryDatabase(
    `select a.reference from attempts a join deposits d on d.id = a.deposit_id where d.user_id = $1`,
    [trader.id],
  )
  const references = new Set(rows.map((row) => String(row['reference'])))
  const reply = await fetch(`${process.env['SANDBOX_BASE_URL']}/control/statement`)
  const statement = (await reply.json()) as {
    rows: { kind: string; ref: string; processor: string; amount: number; status: string }[]
  }
  return statement.rows
    .filter(({ kind, ref, status }) => kind === 'charge' && references.has(ref) && status === 'succeeded')
    .map(({ processor, amount }) => ({ processor, amount }))
}

export async function openFunding(page: Page, lang = 'en'): Promise<void> {
  await page.goto(`/${lang}/trading#/show/funding`)
  await expect(page.locator('input[name=amount]')).toBeVisible()
}

/** Chooses a method on the funding page. Some methods are behind a button. */
export async function chooseMethod(page: Page, name: string): Promise<void> {
  const tile = page.getByRole('radio', { name: new RegExp(`^${name}(,|$)`) })
  const more = page.getByRole('button', { name: /^More ways to pay/ })
  await expect(page.getByRole('radiogroup', { name: 'How do you want to pay?' })).toBeVisible()
  if ((await tile.count()) === 0) await more.click()
  // The label takes the click; the radio button itself is not visible.
  await page.locator('label').filter({ has: tile }).click()
  await expect(tile).toBeChecked()
}

/**
 * Shows also the methods that are hidden or have no account by default. The settings are changed on this page only: those of the database
 * are shared with the other tests.
 */
export async function showAllMethods(page: Page): Promise<void> {
  const accounts = {
    bank: 'Example Bank, IBAN CH93 0076',
    wmz: 'Z123456789012',
    wmr: 'R123456789012',
    wme: 'E123456789012',
  }
  const claimAccounts = JSON.stringify({ ...accounts, litecoin: 'ltc1qexample0address0of0the0test' })
  await page.route(
    ({ pathname }) => pathname.endsWith('/trading'),
    async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      const body = html
        .replace(/"hiddenTabs":\[[^\]]*\]/, '"hiddenTabs":[]')
        .replace(/"claimAccounts":\{[^}]*\}/, `"claimAccounts":${claimAccounts}`)
      await route.fulfill({ response, body })
    },
  )
}

export async function chooseBonus(page: Page): Promise<void> {
  await page.getByText(/^With \d+% bonus/).click()
}

/** Fills the card form. `script`, the holder's last name, tells the sandbox's processors how to reply. */
export async function fillCard(page: Page, number: string, script = 'Lovelace'): Promise<void> {
  await page.locator('input[name=cardnumber]').fill(number)
  await page.locator('input[name=cc-exp]').fill('12/31')
  await page.locator('input[name=cvc]').fill(canaryCode)
  await page.locator('input[name=ccname]').fill(`TEST ${script}`)
}

/** Fills in a Maestro card without a code, so that ENTROPAY asks for it. */
export async function fillMaestroCardWithoutCode(page: Page, script: string): Promise<void> {
  await fillCard(page, '6759649826438453', script)
  await page.locator('input[name=cvc]').fill('')
}

/** Saves the typed card after the payment. */
export async function keepCard(page: Page): Promise<void> {
  await checkBox(page, /^(Save this card for next time|Сохранить карту)/)
}

export async function submitPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Pay|Оплатить) / }).click()
}

export async function expectSuccess(page: Page, timeout = 30_000): Promise<void> {
  await expect(page.getByRole('heading', { name: /is on your account/ })).toBeVisible({ timeout })
}

export async function expectFailure(page: Page, why: string | RegExp, timeout = 30_000): Promise<void> {
  await expect(page.locator('section[aria-labelledby=payment-end]')).toContainText(why, { timeout })
}
