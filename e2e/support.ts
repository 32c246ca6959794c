import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Traders of the demo world. */
export const people = {
  olivia: { email: 'olivia@demo.example', password: 'demo-olivia', name: 'Olivia Brown' },
  ivan: { email: 'ivan@demo.example', password: 'demo-ivan', name: 'Иван Петров' },
} as const
export type Person = { readonly email: string; readonly password: string }

/** Fills the log-in form that is on screen and sends it. */
export async function fillLogin(page: Page, person: Person): Promise<void> {
  await page.locator('input[name=email]').fill(person.email)
  await page.locator('input[name=password]').fill(person.password)
  await page.locator('form button[type=submit]').click()
}

/** Logs in and waits for the account, or for the screen behind `hash`. */
export async function logIn(page: Page, person: Person, lang = 'en', hash = '/home'): Promise<void> {
  await page.goto(`/${lang}/login#${hash}`)
  await fillLogin(page, person)
  await page.waitForURL(`**/${lang}/trading#${hash}`)
  await page.locator('main h1').waitFor()
}

/** What axe finds on the page as it stands; empty is what we want. */
export async function expectNoAxeFindings(page: Page): Promise<void> {
  // Colours are judged once nothing moves.
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)))
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  expect(found).toEqual([])
}

/** Faults of the page itself: errors nobody caught, and what the content policy had to stop. */
export function collectFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) faults.push(message.text())
  })
  return faults
}
