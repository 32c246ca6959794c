import type { Page } from '@playwright/test'

import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { queryDatabase } from './helpers/database.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

type Mail = { subject: string; text: string; reply_to: string | null }

async function findSupportMails(word: string): Promise<Mail[]> {
  const reply = await fetch(`${process.env['SANDBOX_BASE_URL']}/control/mails?to=support@tradefront.example`)
  const { mails } = (await reply.json()) as { mails: Mail[] }
  return mails.filter(({ text }) => text.includes(word))
}

let counter = 0
/** A new number, because of the limits per number. */
const createPhone = () => `+61 4${String(Date.now()).slice(-6)}${(counter += 1) % 10}${process.pid % 10}`

async function openContacts(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('textarea[name=message]').waitFor()
}
const getMessageForm = (page: Page) => page.getByRole('form').filter({ has: page.locator('textarea') })
const getCallbackForm = (page: Page) => page.getByRole('form').filter({ hasNot: page.locator('textarea') })

test('a visitor can send a message by keyboard, and it arrives in the support mailbox', async ({ page }) => {
  const pageErrors = collectPageErrors(page)
  const phone = createPhone()
  await openContacts(page, '/en/show/contacts')
  await page.locator('input[name=name]').focus()
  await page.keyboard.type('Ada <b>Lovelace</b>')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ada@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.type(phone)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Good morning,')
  await page.keyboard.press('Enter')
  await page.keyboard.type('<script>alert(1)</script> a word of parsnip')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Thank you. We have received your message' })).toContainText(
    'will reply to ada@example.com',
  )
  await expect.poll(async () => (await findSupportMails(phone)).length, { timeout: 30_000 }).toBe(1)
  const [mail] = await findSupportMails(phone)
  expect(mail?.reply_to).toBe('ada@example.com')
  expect(mail?.text).toContain('Good morning,\n<script>alert(1)</script> a word of parsnip')

  await page.getByRole('button', { name: 'Write another message' }).press('Enter')
  await expect(page.locator('textarea[name=message]')).toHaveValue('')
  await expect(page.locator('input[name=name]')).toHaveValue('Ada <b>Lovelace</b>')
  await expectNoAxeViolations(page)
  expect(pageErrors).toEqual([])
})

test("a trader's contact form is filled in, and a callback request arrives with the account", async ({ page }) => {
  const trader = await createTrader(page)
  const phone = createPhone()
  await openContacts(page, '/en/trading#/show/contacts')
  await expect(page.locator('input[name=name]')).toHaveValue('Ada Lovelace')
  await expect(page.locator('input[name=email]')).toHaveValue(trader.email)
  await getCallbackForm(page).getByLabel('Phone').fill(phone)
  await getCallbackForm(page).getByLabel('Phone').press('Enter')
  await expect(page.getByText('Thank you. We have received your number and will call you back.')).toBeVisible()
  await expect.poll(async () => (await findSupportMails(phone)).length, { timeout: 30_000 }).toBe(1)
  expect((await findSupportMails(phone))[0]?.text).toContain(`Account number: ${trader.id}`)
})

test('each mistake in the contact form is shown at its field in Russian, and the first one gets the focus', async ({
  page,
}) => {
  await openContacts(page, '/ru/show/contacts')
  await getMessageForm(page).getByRole('button', { name: 'Отправить сообщение' }).click()
  for (const words of ['Введите имя.', 'Введите адрес вида name@example.com.', 'Введите сообщение.'])
    await expect(getMessageForm(page).getByText(words)).toBeVisible()
  await expect(page.locator('input[name=name]')).toBeFocused()
  await getCallbackForm(page).getByLabel('Телефон').fill('12345')
  await getCallbackForm(page).getByRole('button', { name: 'Перезвоните мне' }).click()
  await expect(getCallbackForm(page).getByText('Введите номер телефона с кодом страны')).toBeVisible()
  await expect(getCallbackForm(page).getByLabel('Телефон')).toBeFocused()
  await expectNoAxeViolations(page)
})

test('the contact form reports an unreachable server, keeps the text, and can be sent again', async ({
  page,
  context,
}) => {
  const phone = createPhone()
  await openContacts(page, '/en/show/contacts')
  await page.locator('input[name=name]').fill('Grace')
  await page.locator('input[name=email]').fill('grace@example.com')
  await page.locator('input[name=phone]').fill(phone)
  await page.locator('textarea[name=message]').fill('about parsley')
  await context.setOffline(true)
  await getMessageForm(page).getByRole('button', { name: 'Send message' }).click()
  await expect(getMessageForm(page).getByRole('alert')).toContainText('We could not reach the server')
  await getCallbackForm(page).getByLabel('Phone').fill(phone)
  await getCallbackForm(page).getByRole('button', { name: 'Call me back' }).click()
  await expect(getCallbackForm(page).getByRole('alert')).toContainText('We could not reach the server')
  await context.setOffline(false)
  await expect(page.locator('textarea[name=message]')).toHaveValue('about parsley')
  await getMessageForm(page).getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Thank you. We have received your message')).toBeVisible()
  const rows = await queryDatabase('select kind from contact_requests where language = $1 and created_at > $2', [
    'en',
    new Date(0),
  ])
  expect(rows.length).toBeGreaterThan(0)
})

test('too many callback requests for one phone are refused with a message, and the number stays in the form', async ({
  page,
}) => {
  const phone = createPhone()
  await openContacts(page, '/en/show/contacts')
  const csrf = (await (await page.request.get('/api/boot')).json()).csrf
  // The same number within minutes counts as one request, so each is written differently.
  for (const gap of ['', '-', '  ', ' - ', '--']) {
    const data = { phone: phone.replace(' ', gap) }
    expect((await page.request.post('/api/call', { data, headers: { 'x-csrf-token': csrf } })).status()).toBe(200)
  }
  await getCallbackForm(page).getByLabel('Phone').fill(phone)
  await getCallbackForm(page).getByRole('button', { name: 'Call me back' }).click()
  await expect(getCallbackForm(page).getByRole('alert')).toContainText(
    'We have already received several requests from you',
  )
  await expect(getCallbackForm(page).getByLabel('Phone')).toHaveValue(phone)
})

test('the contacts page fits a phone in Russian', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
  await openContacts(page, '/ru/show/contacts')
  expect(await fits()).toBe(true)
  await page.locator('textarea[name=message]').fill(`${'ж'.repeat(4800)}`)
  await expect(page.getByText('Осталось 200 символов')).toBeVisible()
  expect(await fits()).toBe(true)
  await createTrader(page)
  await openContacts(page, '/ru/trading#/show/contacts')
  expect(await fits()).toBe(true)
  await expectNoAxeViolations(page)
  await context.close()
})

test('axe finds no violations on the contacts page before and after sending in both themes', async ({ page }) => {
  await openContacts(page, '/en/show/contacts')
  await expectNoAxeViolationsInBothThemes(page)
  await getCallbackForm(page).locator('input').fill(createPhone())
  await getCallbackForm(page).getByRole('button').click()
  await expect(page.getByText('and will call you back')).toBeVisible()
  await expectNoAxeViolationsInBothThemes(page)
})
