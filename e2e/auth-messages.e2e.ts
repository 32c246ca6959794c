import type { Page } from '@playwright/test'

import { auth } from '../packages/texts/src/ru/auth.ts'
import { common } from '../packages/texts/src/ru/common.ts'
import { profile } from '../packages/texts/src/ru/profile.ts'
import { expect, extractLink, waitForMails, createTrader, test } from './helpers.ts'

/*
 * Messages of log-in, registration, password reset and personal page (spec: funding 5, 8; account 5, 8) on a phone, in Russian,
 * whose texts are the longer ones. Replies that the server gives only in trouble are mocked; server tests prove that it gives them.
 */

const words = { ...auth, ...common, ...profile }
type Key = keyof typeof words

const submitForm = (page: Page) => page.locator('main form button[type=submit]').click()

/** Replaces the next reply of a call: by JSON, or by the error page of a proxy. */
async function mockResponse(page: Page, path: string, json: Record<string, unknown> | 'broken'): Promise<void> {
  const broken = { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }
  await page.route(`**${path}`, (route) => route.fulfill(json === 'broken' ? broken : { json }), { times: 1 })
}

test.use({ viewport: { width: 390, height: 844 } })

const expectTexts = async (page: Page, ...keys: readonly Key[]) => {
  for (const key of keys) await expect(page.getByText(words[key]).first(), key).toBeVisible()
}
const expectToFit = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

test('log-in and forgotten password show every error message', async ({ page, context }) => {
  // Other pages lead here with these parameters. A failed automatic log-in shakes the form too.
  await page.goto('/ru/login?refused&expired&left')
  await expectTexts(page, 'auth.expired', 'auth.left')
  const refused = page.getByRole('alert').filter({ hasText: words['auth.login_error'] })
  await expect(refused).toHaveCSS('animation-name', 'shake')
  await submitForm(page)
  await expectTexts(page, 'auth.email_empty')
  await page.locator('input[name=email]').fill('nina@example.com')
  await submitForm(page)
  await expectTexts(page, 'auth.password_empty')
  const alert = page.locator('form').getByRole('alert')
  for (const [reply, message] of [
    [{ return: false }, words['auth.login_error']],
    [{ return: false, error: 'auth.login_error', message: 'In the server’s own words' }, 'In the server’s own words'],
    ['broken', words['auth.server_error']],
  ] as const) {
    await mockResponse(page, '/cli/login', reply)
    await page.locator('input[name=password]').fill('some password')
    await submitForm(page)
    await expect(alert).toHaveText(message)
    await expect(alert).toHaveCSS('animation-name', 'shake')
  }
  await context.setOffline(true)
  await page.locator('input[name=password]').fill('some password')
  await submitForm(page)
  await expect(alert).toHaveText(words['errors.unreachable'])
  await context.setOffline(false)
  await expectToFit(page)

  await page.getByRole('main').getByRole('link', { name: words['auth.forgot'] }).click()
  await page.getByRole('heading', { name: words['auth.forgot_title'] }).waitFor()
  await submitForm(page)
  await expectTexts(page, 'auth.email_invalid')
  await page.locator('input[name=email]').fill('nina@example.com')
  await mockResponse(page, '/api/forget', 'broken')
  await submitForm(page)
  await expectTexts(page, 'auth.server_error')
  await submitForm(page)
  await expectTexts(page, 'auth.forget_sent')
  await page.goto(`/ru/reset#${'A'.repeat(43)}`)
  await expectTexts(page, 'auth.reset_void')
  await expectToFit(page)
})

test('registration shows every error message', async ({ page }) => {
  await page.goto('/ru/register')
  await page.getByRole('combobox').waitFor()
  await submitForm(page)
  await expectTexts(page, 'auth.first_name_empty', 'auth.last_name_empty', 'auth.email_invalid', 'auth.password_short')
  await expectTexts(page, 'auth.phone_invalid', 'auth.adult_needed', 'auth.terms_needed')
  await expect(page.locator('input[name=firstName]')).toBeFocused()
  const person = { firstName: 'Mia', lastName: 'Keller', login: 'mia@example.com', phone: '79 123 45 67' }
  for (const [name, value] of Object.entries(person)) await page.locator(`input[name=${name}]`).fill(value)
  await page.locator('input[name=new-password]').fill('seven yellow sunflowers')
  for (const box of await page.getByRole('checkbox').all()) {
    await box.focus()
    await page.keyboard.press('Space')
  }
  for (const [key, field] of [
    ['auth.email_taken', 'login'],
    ['auth.phone_unreal', 'phone'],
    ['auth.promo_unknown', 'promo'],
  ] as const) {
    await mockResponse(page, '/api/register', { return: false, error: key, message: words[key] })
    await submitForm(page)
    await expectTexts(page, key)
    await expect(page.locator(`input[name=${field}]`)).toBeFocused()
    await page.locator(`input[name=${field}]`).fill(field === 'login' ? 'mia2@example.com' : '79 123 45 68')
  }
  for (const reply of [{ return: false }, 'broken'] as const) {
    await mockResponse(page, '/api/register', reply)
    await submitForm(page)
    await expect(page.getByRole('alert')).toHaveText(words['auth.server_error'])
  }
  await expectToFit(page)
  // Residents of the United States see a notice, and the form is reset.
  const usa = { return: false, is_usa: true, error: 'auth.usa', message: words['auth.usa'] }
  await mockResponse(page, '/api/register', usa)
  await submitForm(page)
  const notice = page.getByRole('alertdialog', { name: words['auth.usa_title'] })
  await expect(notice).toContainText(words['auth.usa'])
  await notice.getByRole('button', { name: words['auth.usa_close'] }).click()
  await expect(page.locator('input[name=firstName]')).toHaveValue('')
})

test('personal page and password reset show every error and success message', async ({ page }) => {
  await page.goto('/ru/login')
  const trader = await createTrader(page)
  // An automatic log-in as another user asks first.
  await page.goto('/ru/autologin?email=mia@example.com&password=whatever')
  const question = page.getByRole('alert').filter({ hasText: words['auth.autologin_ask_title'] })
  await expect(question).toContainText(words['auth.autologin_ask'].replace('{email}', 'mia@example.com'))
  await expect(question).toContainText(words['auth.autologin_other'].replace('{other}', trader.email))
  await expectToFit(page)
  await page.getByRole('button', { name: words['auth.autologin_no'] }).click()
  await page.waitForURL('**/ru/trading**')
  await page.goto('/ru/trading#/show/personal')
  const status = (key: Key) => page.getByRole('status').filter({ hasText: words[key] })
  await page.locator('input[name=email]').fill('nobody')
  await submitForm(page)
  await expectTexts(page, 'auth.email_invalid')
  await page.locator('input[name=email]').fill('mia@example.com')
  await page.locator('input[name=phone]').fill('1')
  await submitForm(page)
  await expectTexts(page, 'auth.phone_invalid')
  await page.locator('input[name=phone]').fill('+61 412 345 678')
  await mockResponse(page, '/api/info', {
    return: false,
    error: 'auth.email_taken',
    message: words['auth.email_taken'],
  })
  await submitForm(page)
  await expectTexts(page, 'auth.email_taken')
  for (const reply of [{ return: false }, 'broken'] as const) {
    await mockResponse(page, '/api/info', reply)
    await submitForm(page)
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(words['auth.server_error'])
  }
  await page.locator('input[name=email]').fill(trader.email)
  await submitForm(page)
  await expect(status('profile.saved')).toBeVisible()
  await expectToFit(page)

  await page.goto('/ru/trading#/show/personal/security')
  const [old, first, second] = ['password', 'new-password', 'repeat-password'].map((name) =>
    page.locator(`input[name=${name}]`),
  )
  await submitForm(page)
  await expectTexts(page, 'auth.password_empty')
  await old?.fill('not this one')
  await first?.fill('short')
  await submitForm(page)
  await expectTexts(page, 'auth.password_short')
  await first?.fill('nine purple elephants')
  await second?.fill('nine purple elephant')
  await submitForm(page)
  await expectTexts(page, 'auth.passwords_differ')
  await second?.fill('nine purple elephants')
  for (const reply of [{ return: false }, 'broken'] as const) {
    await mockResponse(page, '/api/us/security', reply)
    await submitForm(page)
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(words['messages.500'])
  }
  await submitForm(page)
  await expectTexts(page, 'auth.old_password_wrong')
  await old?.fill(trader.password)
  await submitForm(page)
  await expect(status('profile.password_changed')).toBeVisible()
  await expectToFit(page)

  await page.request.post('/api/forget', {
    data: { email: trader.email },
    headers: { 'x-csrf-token': (await (await page.request.get('/api/boot')).json()).csrf },
  })
  await page.goto(extractLink((await waitForMails(trader.email, 2)).find(({ text }) => text.includes('/reset#'))))
  await page.locator('input[name=new-password]').fill('nine purple elephants')
  await submitForm(page)
  await expectTexts(page, 'auth.passwords_differ')
  await page.locator('input[name=repeat-password]').fill('nine purple elephants')
  await mockResponse(page, '/api/forget/reset', { return: false })
  await submitForm(page)
  await expect(page.getByRole('alert')).toHaveText(words['messages.500'])
  await submitForm(page)
  await expectTexts(page, 'auth.changed')
  await expectToFit(page)
})
