import type { Page } from '@playwright/test'

import { autoFillFileDialogs, getKindSection, tabTo } from './helpers/documents.ts'
import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { confirmByKeyboard } from './helpers/page.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

/*
 * Component tests of apps/web check every message of documents, contacts and tips (spec: funding 8, account 8). Here the messages
 * are reached by keyboard on a phone, in Russian, whose texts are the longer ones, and checked by axe. Replies are mocked; server
 * tests prove that the server gives them.
 */

const words = {
  loadFailed: 'Не удалось загрузить ваши документы.',
  again: 'Повторить',
  uploadFailed: 'Файл не отправлен. Подождите немного',
  uploaded: 'Файл загружен',
  removeFailed: 'Файл не удалён.',
  signEmpty: 'Сначала нарисуйте или напечатайте подпись.',
  lost: 'Этот документ у нас больше не открывается.',
  serverError: 'Сервер не смог ответить. Попробуйте ещё раз чуть позже.',
  callFailed: 'Не удалось отправить номер. Попробуйте ещё раз чуть позже.',
  called: 'Спасибо. Мы получили ваш номер и перезвоним.',
  written: 'Спасибо. Мы получили ваше сообщение',
  tipsSomeError: 'Произошла ошибка: ваш выбор не сохранён.',
  choose: 'Выбрать файл: Банковская карта',
  retry: /^Повторить:/,
  remove: /^Удалить: Банковская карта/,
  saveSign: 'Сохранить подпись',
  hideTips: 'Скрыть советы',
  home: 'Счёт',
} as const

const serverFault = { json: { return: false, error: 'errors.fault', message: 'Something went wrong', reference: '0A' } }
/** A refusal without a message, as an older server could send it. */
const rejectionWithoutText = { status: 200, contentType: 'application/json', body: '{"return":false}' }

const getToast = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'ru' })

test('messages of the documents screen are reached by keyboard and pass axe', async ({ page }) => {
  autoFillFileDialogs(page)
  await createTrader(page, { language: 'ru' })
  const card = getKindSection(page, 'card')
  await page.route('**/api/documents', (route) => route.fulfill({ ...serverFault, status: 500 }))
  // The server redirects here if it cannot decrypt a file.
  await page.goto('/ru/trading#/show/documents/lost')
  await expect(page.getByRole('alert').filter({ hasText: words.lost })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: words.loadFailed })).toBeVisible()
  await expectNoAxeViolationsInBothThemes(page)
  await tabTo(page, words.again)
  await page.unrouteAll()
  await page.keyboard.press('Enter')
  await card.waitFor()

  await page.locator('#document-sign').focus()
  await tabTo(page, words.saveSign)
  await page.keyboard.press('Enter')
  await expect(getKindSection(page, 'sign').getByRole('alert')).toContainText(words.signEmpty)

  await page.route('**/upload', (route) => route.fulfill({ ...serverFault, status: 500 }))
  await page.locator('#document-card').focus()
  await tabTo(page, words.choose)
  await page.keyboard.press('Enter')
  await expect(card.getByRole('alert')).toContainText(words.uploadFailed)
  await expectNoAxeViolations(page)
  await page.unrouteAll()
  await tabTo(page, words.retry)
  await page.keyboard.press('Enter')
  await expect(getToast(page, words.uploaded)).toBeVisible()
  await expect(page.locator('#document-card')).toBeFocused()

  await page.route('**/userdocs/remove', (route) => route.fulfill({ ...serverFault, status: 500 }))
  await tabTo(page, words.remove)
  await page.keyboard.press('Enter')
  await confirmByKeyboard(page)
  await expect(page.getByRole('alertdialog')).toContainText(words.removeFailed)
  await expectNoAxeViolations(page)
})

test('messages of contact forms and tips are reached by keyboard, fit a phone and pass axe', async ({ page }) => {
  await createTrader(page, { language: 'ru' })
  await page.goto('/ru/trading#/show/contacts')
  await page.locator('textarea[name=message]').waitFor()
  const fill = async (field: string, text: string): Promise<void> => {
    await page.locator(`[name=${field}]`).focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(text)
  }
  await page.route(/api\/(contacts|call)$/, (route) => route.fulfill(rejectionWithoutText))
  const phone = `+61 4${String(Date.now()).slice(-8)}`
  await fill('phone', phone)
  await fill('message', 'parsnip')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: words.serverError })).toBeVisible()
  await fill('call-phone', phone)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: words.callFailed })).toBeVisible()
  await expectNoAxeViolationsInBothThemes(page)

  await page.unrouteAll()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: words.called })).toBeVisible()
  await page.locator('[name=message]').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: words.written })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  await page.clock.install()
  await page.route('**/api/triggers/tips', (route) => route.abort())
  await page.evaluate(() => location.assign('#/show/account'))
  // The router moves the focus to the new title.
  await expect(page.getByRole('heading', { level: 1, name: words.home })).toBeFocused()
  await tabTo(page, words.hideTips)
  await page.keyboard.press('Enter')
  await page.clock.fastForward(3000)
  await expect(getToast(page, words.tipsSomeError)).toBeVisible()
  await expectNoAxeViolations(page)
})
