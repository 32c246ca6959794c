import type { Page } from '@playwright/test'

import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

type Mail = { subject: string; text: string; reply_to: string | null }

async function findSupportMails(word: string): Promise<Mail[]> {
  const reply = await fetch(`${process.env['SANDBOX_BASE_URL']}/control/mails?to=support@tradefront.example`)
  const { mails } = (await reply.json()) as { mails: Mail[] }
  return mails.filter(({ text }) => text.includes(word))
}

let counter = 0
/** Creates a new number, because of the limits per number. */
const createPhone = () => `+61 4${String(Date.now()).slice(-6)}${(counter += 1) % 10}${process.pid % 10}`

async function openContacts(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('textarea[name=message]').waitFor()
}

test('a message is written and sent by Tab and Enter alone, arrives as text in the support mailbox, and passes axe', async ({
  page,
}) => {
  const pageErrors = collectPageErrors(page)
  const phone = createPhone()
  await openContacts(page, '/en/show/contacts')
  await expectNoAxeViolationsInBothThemes(page)
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
  await expectNoAxeViolations(page)
  await page.getByRole('button', { name: 'Write another message' }).press('Enter')
  await expect(page.locator('textarea[name=message]')).toHaveValue('')
  await expect(page.locator('input[name=name]')).toHaveValue('Ada <b>Lovelace</b>')
  await expect.poll(async () => (await findSupportMails(phone)).length).toBe(1)
  const [mail] = await findSupportMails(phone)
  expect(mail?.reply_to).toBe('ada@example.com')
  expect(mail?.text).toContain('Good morning,\n<script>alert(1)</script> a word of parsnip')
  expect(pageErrors).toEqual([])
})

test.describe('on a phone in Russian', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the contact forms of a trader fit the screen with each of their messages, and pass axe', async ({ page }) => {
    const trader = await createTrader(page, { language: 'ru' })
    await openContacts(page, '/ru/trading#/show/contacts')
    await expect(page.getByText(trader.email)).toBeVisible()
    const expectToFit = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await expectToFit()
    const change = page.getByRole('button', { name: 'Изменить' })
    await change.first().tap()
    await expect(page.locator('input[name=name]')).toBeFocused()
    await change.tap()
    const callPhone = page.locator('[name=call-phone]')
    await expect(callPhone).toBeFocused()
    await page.locator('input[name=name]').fill('')
    await page.locator('input[name=email]').fill('ada')
    await page.getByRole('button', { name: 'Отправить сообщение' }).tap()
    await expect(page.locator('input[name=name]')).toBeFocused()
    for (const words of [
      'Введите имя: до 120 знаков.',
      'Введите адрес вида name@example.com.',
      'Введите сообщение: до 5000 знаков.',
    ])
      await expect(page.getByText(words)).toBeVisible()
    await callPhone.fill('12')
    await callPhone.press('Enter')
    await expect(page.getByText('Введите номер телефона с кодом страны')).toBeVisible()
    await expectToFit()

    await page.locator('textarea[name=message]').fill('ж'.repeat(4800))
    await expect(page.getByText('Осталось 200 символов')).toBeVisible()
    await page.route('**/api/call', (route) => route.abort())
    await callPhone.fill(createPhone())
    await callPhone.press('Enter')
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expectToFit()
    await expectNoAxeViolations(page)
    await page.unrouteAll()
    await callPhone.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'Мы получили ваш номер' })).toBeVisible()
    await expectToFit()
  })
})
