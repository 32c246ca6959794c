import type { Page } from '@playwright/test'

import {
  autoFillFileDialogs,
  getFileInput,
  listDocumentRows,
  simulateFullDisk,
  createJpeg,
  getKindSection,
  tabTo,
} from './document-helpers.ts'
import { expect, expectNoAxeViolationsInBothThemes, createTrader, queryDatabase, test } from './helpers.ts'

/*
 * Messages of the documents, contacts and tips (spec: funding 8, account 8) on a phone, by keyboard, in Russian, whose texts
 * are the longer ones. Both languages are compared word for word in packages/texts/src/spec-messages.test.ts.
 */

const words = {
  loadFailed: 'Не удалось загрузить ваши документы.',
  again: 'Повторить',
  wrongType: 'Тип файла не [ PNG, JPG, JPEG, PDF ]!',
  uploadFailed: 'Произошла ошибка, попробуйте позже',
  uploaded: 'Файл загружен',
  removeFailed: 'Непредвиденная ошибка…',
  signEmpty: 'Нельзя сохранить пустую подпись!',
  lost: 'Этот документ у нас больше не открывается.',
  serverError: 'Сервер не смог ответить. Попробуйте ещё раз чуть позже.',
  callFailed: 'Не удалось отправить номер. Попробуйте ещё раз чуть позже.',
  called: 'Спасибо. Мы перезвоним вам в течение одного рабочего дня.',
  written: 'Спасибо. Мы получили ваше сообщение',
  tipsWaiting: 'Сохраняем ваш выбор…',
  tipsFailed: 'Не удалось сохранить ваш выбор.',
  tipsSomeError: 'Произошла ошибка: ваш выбор не сохранён.',
  tipsOff: 'Советы выключены.',
  choose: 'Выбрать файл: Банковская карта',
  retry: /^Повторить:/,
  remove: /^Удалить: Банковская карта/,
  open: /^Открыть: Банковская карта/,
  saveSign: 'Сохранить подпись',
  hideTips: 'Скрыть советы',
  size: /^JPG, \d кБ$/,
  date: /^Отправлено \d{1,2} [а-я]+\.? \d{4} г\., \d{2}:\d{2}$/,
  nothing: /^Баланс \$0(?:,00)? USD/,
} as const

const serverFault = { json: { return: false, error: 'errors.fault', message: 'Something went wrong', reference: '0A' } }
/** A refusal without a message, as an older server could send it. */
const rejectionWithoutText = { status: 200, contentType: 'application/json', body: '{"return":false}' }

const getToast = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'ru' })

test('the documents screen shows every message of the specification', async ({ page, context }) => {
  autoFillFileDialogs(page)
  const trader = await createTrader(page, { language: 'ru' })
  const card = getKindSection(page, 'card')
  await page.route('**/api/documents', (route) => route.fulfill({ ...serverFault, status: 500 }))
  await page.goto('/ru/trading#/show/documents')
  await expect(page.getByRole('alert')).toContainText(words.loadFailed)
  await expectNoAxeViolationsInBothThemes(page)
  await tabTo(page, words.again)
  await page.unrouteAll()
  await page.keyboard.press('Enter')
  await card.waitFor()

  await getFileInput(page, 'card').setInputFiles({ ...(await createJpeg()), buffer: Buffer.from('GIF89a') })
  await expect(card.getByRole('alert')).toHaveText(words.wrongType)

  const restoreInserts = await simulateFullDisk(trader, 'insert')
  await page.locator('#document-card').focus()
  await tabTo(page, words.choose)
  await page.keyboard.press('Enter')
  await expect(card.getByRole('alert')).toHaveText(words.uploadFailed)
  expect(await listDocumentRows(trader)).toEqual([])
  await expectNoAxeViolationsInBothThemes(page)
  await restoreInserts()
  await tabTo(page, words.retry)
  await page.keyboard.press('Enter')
  await expect(getToast(page, words.uploaded)).toBeVisible()
  await expect(page.locator('#document-card')).toBeFocused()

  await expect(card.getByText(words.size)).toBeVisible()
  await expect(card.getByText(words.date)).toBeVisible()

  const restoreUpdates = await simulateFullDisk(trader, 'update')
  await tabTo(page, words.remove)
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText(words.removeFailed)
  await expectNoAxeViolationsInBothThemes(page)
  await page.keyboard.press('Escape')
  await restoreUpdates()
  expect(await listDocumentRows(trader)).toEqual([{ kind: 'card', state: 'sent' }])

  await page.locator('#document-sign').focus()
  await tabTo(page, words.saveSign)
  await page.keyboard.press('Enter')
  await expect(getKindSection(page, 'sign').getByRole('alert')).toHaveText(words.signEmpty)

  // As after a change of the encryption key.
  await queryDatabase(
    `update blobs set data = 'encrypted with another key' where key = (select 'documents/' || id from documents where user_id = $1)`,
    [trader.id],
  )
  await page.locator('#document-card').focus()
  await tabTo(page, words.open, 'link')
  const opening = context.waitForEvent('page')
  await page.keyboard.press('Enter')
  const shown = await opening
  await expect(shown.getByRole('alert').filter({ hasText: words.lost })).toBeVisible()
  await expectNoAxeViolationsInBothThemes(shown)
})

test('the contacts page shows every message of the specification', async ({ page }) => {
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
  await expectNoAxeViolationsInBothThemes(page)
})

test('hiding tips shows every message of the specification', async ({ page }) => {
  await createTrader(page, { language: 'ru' })
  await page.clock.install()
  await page.goto('/ru/trading#/home')
  await page.locator('main h1').focus()
  const hide = async (ending: string): Promise<void> => {
    await tabTo(page, words.hideTips)
    await page.keyboard.press('Enter')
    await expect(getToast(page, words.tipsWaiting)).toBeVisible()
    await page.clock.fastForward(3000)
    await expect(getToast(page, ending)).toBeVisible()
  }
  await expect(page.getByRole('button', { name: words.nothing })).toBeVisible()
  const tips = '**/api/triggers/tips'
  await page.route(tips, (route) => route.fulfill(rejectionWithoutText))
  await hide(words.tipsFailed)
  await page.unroute(tips)
  await page.route(tips, (route) => route.abort())
  await hide(words.tipsSomeError)
  await expectNoAxeViolationsInBothThemes(page)
  await page.unroute(tips)
  await hide(words.tipsOff)
})
