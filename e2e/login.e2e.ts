import { expectNoAxeViolations } from './helpers/axe.ts'
import { checkBox, listScripts, openScreen } from './helpers/page.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { demoUsers, fillLogin, logIn } from './helpers/trader.ts'

test.use({ reducedMotion: 'no-preference' })

test('a trader can log in by keyboard and reaches the account', async ({ page }) => {
  const faults = collectPageErrors(page)
  await page.goto('/en/login')
  await page.locator('form button[type=submit]').waitFor()
  await page.locator('input[name=email]').focus()
  await page.keyboard.type(demoUsers.olivia.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(demoUsers.olivia.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/en/trading#/home')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trade')
  await expect(page.getByRole('button', { name: demoUsers.olivia.name })).toBeVisible()
  expect(faults).toEqual([])
})

test('the log-in page loads at most 150 KB of JavaScript', async ({ page }) => {
  await page.goto('/en/login', { waitUntil: 'networkidle' })
  const scripts = await listScripts(page)
  expect(scripts.length).toBeGreaterThan(2)
  expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(150_000)
})

test('a wrong password shakes the message unless motion is reduced, keeps the e-mail and clears the password', async ({
  page,
}) => {
  await page.goto('/en/login')
  await fillLogin(page, { ...demoUsers.olivia, password: 'not this one' })
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The e-mail or password is incorrect')
  await expect(alert).toHaveCSS('animation-name', 'shake')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const duration = await alert.evaluate((element) => getComputedStyle(element).animationDuration)
  expect(Number.parseFloat(duration)).toBeLessThanOrEqual(0.001)
  await expect(page.locator('input[name=email]')).toHaveValue(demoUsers.olivia.email)
  await expect(page.locator('input[name=password]')).toHaveValue('')
  await expect(page.locator('input[name=password]')).toBeFocused()
  await expectNoAxeViolations(page)
})

test('the log-in form reports an unreachable server and can be sent again', async ({ page, context }) => {
  await page.goto('/en/login')
  await page.locator('input[name=email]').waitFor()
  await context.setOffline(true)
  await fillLogin(page, demoUsers.olivia)
  await expect(page.getByRole('alert')).toContainText('We could not reach the server')
  await context.setOffline(false)
  await page.locator('input[name=password]').fill(demoUsers.olivia.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/en/trading#/home')
})

test('a visitor who opens a screen gets it after logging in', async ({ page }) => {
  await page.goto('/en/trading#/show/terms')
  await page.waitForURL('**/en/login#/show/terms')
  await fillLogin(page, demoUsers.olivia)
  await page.waitForURL('**/en/trading#/show/terms')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of use')
})

test('an ended session leads to the log-in page and back to the same screen', async ({ page, context }) => {
  await page.clock.install()
  await logIn(page, demoUsers.olivia, 'en', '/show/risk')
  await context.clearCookies({ name: /session$/ })
  // The next refresh finds that the session has ended.
  await page.clock.fastForward(9000)
  await page.waitForURL('**/en/login?expired#/show/risk', { timeout: 30_000 })
  await expect(page.getByRole('status').filter({ hasText: 'Your session has ended' })).toBeVisible()
  await fillLogin(page, demoUsers.olivia)
  await page.waitForURL('**/en/trading#/show/risk')
})

test('logging out ends both sessions, and the Back button shows nothing of the account', async ({ page }) => {
  await logIn(page, demoUsers.olivia)
  await openScreen(page, '/en/trading#/show/terms', 'Terms of use')
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: demoUsers.olivia.name }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/en/login?left')
  expect(calls.filter((path) => path.endsWith('logout'))).toEqual(['/api/logout', '/cli/logout'])
  await page.goBack()
  await page.waitForURL('**/en/login#/home')
  await expect(page.locator('form')).toBeVisible()
  await expect(page.getByText(demoUsers.olivia.name)).toHaveCount(0)
})

test('registration focuses the first error, shows password strength, then opens the home screen', async ({ page }) => {
  const faults = collectPageErrors(page)
  await page.goto('/en/register')
  await page.getByRole('button', { name: 'Open account' }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await expect(page.getByText('Please read and accept the terms.')).toBeVisible()
  await expectNoAxeViolations(page)

  await page.getByLabel('First name').fill('Mia')
  await page.getByLabel('Last name').fill('Keller')
  await page.getByLabel('E-mail').fill(`mia.${Date.now()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('sunflower')
  await expect(page.getByText('Weak: easy to guess')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('seven yellow sunflowers')
  await expect(page.getByText('Strong', { exact: true })).toBeVisible()
  const country = page.getByRole('combobox', { name: 'Country' })
  await country.fill('Switz')
  await page.getByRole('option', { name: /Switzerland/ }).click()
  await expect(page.getByText('+41').first()).toBeVisible()
  await page.getByLabel('Phone').fill('79 123 45 67')
  await checkBox(page, 'I am 18 or older')
  await checkBox(page, /I accept the/)
  await page.getByRole('button', { name: 'Open account' }).click()
  await page.waitForURL('**/en/trading#/home')
  await expect(page.getByRole('dialog', { name: 'Welcome, Mia' })).toBeVisible()
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Mia Keller' })).toBeVisible()
  expect(faults).toEqual([])
})

test('a prerendered form is never submitted by the browser itself', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto('/en/login')
  await page.locator('input[name=email]').fill(demoUsers.olivia.email)
  await page.locator('input[name=password]').fill(demoUsers.olivia.password)
  await page.keyboard.press('Enter')
  await page.locator('main form button').last().click()
  expect(page.url()).toMatch(/\/en\/login$/)
  await context.close()
})
