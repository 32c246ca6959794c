import type { Page } from '@playwright/test'

import { expectNoAxeViolations } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader, demoUsers, logIn } from './helpers/trader.ts'

/** A link with a password always asks. */
const confirmLogin = (page: Page) => page.getByRole('button', { name: 'Log in', exact: true }).last().click()

const buildAutologinUrl = (more: Record<string, string>) =>
  `/en/autologin?${new URLSearchParams({ email: demoUsers.olivia.email, password: demoUsers.olivia.password, ...more })}`

test('autologin logs in, redirects, and leaves nothing in the URL or the history', async ({ page }) => {
  const trader = await createTrader(page)
  const credentials = { email: trader.email, password: trader.password }
  await page.context().clearCookies()
  await page.goto(buildAutologinUrl({ ...credentials, redirect: '/show/risk' }))
  await confirmLogin(page)
  await page.waitForURL('**/en/trading#/show/risk')
  await page.goto(buildAutologinUrl({ ...credentials, redirect: 'show/terms', mobile: '1' }))
  await confirmLogin(page)
  await page.waitForURL('**/en/trading#/show/terms')
  const rows = await queryDatabase('select mobile from sessions where user_id = $1 order by created_at desc limit 1', [
    trader.id,
  ])
  expect(rows).toEqual([{ mobile: true }])
  await page.goBack()
  expect(page.url()).not.toContain('password')
})

test('autologin goes home instead of to another site', async ({ page }) => {
  await page.goto(buildAutologinUrl({ redirect: '//evil.example' }))
  await confirmLogin(page)
  await page.waitForURL(/\/en\/trading/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trade')
  expect(new URL(page.url()).origin).toBe(new URL(process.env['BASE_URL'] ?? '').origin)
})

test('autologin without credentials shows the log-in page, and with wrong ones its error', async ({ page }) => {
  await page.goto(`/en/autologin?email=${demoUsers.olivia.email}`)
  await page.waitForURL('**/en/login')
  await page.goto(buildAutologinUrl({ password: 'not this one', redirect: '/show/risk' }))
  await confirmLogin(page)
  await page.waitForURL('**/en/login?refused#/show/risk')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The e-mail or password is incorrect')
  await expect(alert).toHaveCSS('animation-name', 'shake')
})

test('an autologin form of another site asks first and names the account that is open', async ({ page, baseURL }) => {
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
  await post('/en/autologin', { email: demoUsers.ivan.email, password: demoUsers.ivan.password, redirect: '/home' })
  await expect(page.getByText(`wants to log you in as ${demoUsers.ivan.email}`)).toBeVisible()
  await expect(page.getByText(`logged in as ${demoUsers.olivia.email}`)).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.waitForURL('**/en/trading**')
  await expect(page.getByRole('button', { name: demoUsers.olivia.name })).toBeVisible()

  await page.goto(`${process.env['SANDBOX_BASE_URL']}/healthz`)
  await post('/cli/login', { login: demoUsers.ivan.email, password: demoUsers.ivan.password })
  await expect(page.getByText('errors.csrf')).toBeVisible()
})

test('autologin continues after consent', async ({ page, baseURL }) => {
  const trader = await createTrader(page)
  await page.context().clearCookies()
  await page.setContent(
    `<form method="post" action="${baseURL}/en/autologin"><input name="email" value="${trader.email}"><input name="password" value="${trader.password}"><input name="redirect" value="/show/funding"><button>Go</button></form>`,
  )
  await page.getByRole('button', { name: 'Go' }).click()
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/en/trading#/show/funding')
})
