import type { Page } from '@playwright/test'

import { expectNoAxeViolations } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader, demoUsers, logIn } from './helpers/trader.ts'

/** A link with a password always asks. */
const confirmLogin = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true }).last().click()

test('an automatic log-in leads to its screen and leaves no password in the address or the history', async ({
  page,
}) => {
  const trader = await createTrader(page)
  await page.context().clearCookies()
  await page.goto('/en/show/risk')
  const { email, password } = trader
  await page.goto(`/en/autologin?${new URLSearchParams({ email, password, redirect: 'show/terms', mobile: '1' })}`)
  await confirmLogin(page)
  await page.waitForURL('**/en/trading#/show/terms')
  const rows = await queryDatabase('select mobile from sessions where user_id = $1 order by created_at desc limit 1', [
    trader.id,
  ])
  expect(rows).toEqual([{ mobile: true }])
  await page.goBack()
  await page.waitForURL('**/en/show/risk')
})

test('a form that another site posts to the automatic log-in asks first, and to the log-in itself is refused', async ({
  page,
  baseURL,
}) => {
  await logIn(page, demoUsers.olivia)
  await page.goto(`${process.env['SANDBOX_BASE_URL']}/healthz`)
  const post = (path: string, fields: Record<string, string>) =>
    page.evaluate(
      ([action, values]) => {
        const form = document.createElement('form')
        form.method = 'post'
        form.action = action
        for (const [name, value] of Object.entries(values)) {
          const input = document.createElement('input')
          input.name = name
          input.value = value
          form.append(input)
        }
        document.body.append(form)
        form.submit()
      },
      [`${baseURL}${path}`, fields] as const,
    )
  const { email, password } = demoUsers.ivan
  await post('/en/autologin', { email, password, redirect: '/home' })
  await expect(page.getByText(`wants to log you in as ${demoUsers.ivan.email}`)).toBeVisible()
  await expect(page.getByText(`logged in as ${demoUsers.olivia.email}`)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.waitForURL('**/en/trading**')
  await expect(page.getByRole('button', { name: demoUsers.olivia.name })).toBeVisible()
  await page.goto(`${process.env['SANDBOX_BASE_URL']}/healthz`)
  await post('/en/autologin', { email, password, redirect: '/show/terms' })
  await confirmLogin(page)
  await page.waitForURL('**/en/trading#/show/terms')

  await page.goto(`${process.env['SANDBOX_BASE_URL']}/healthz`)
  await post('/cli/login', { login: email, password })
  await expect(page.getByText('errors.csrf')).toBeVisible()
})
