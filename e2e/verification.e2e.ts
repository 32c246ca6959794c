import {
  autoFillFileDialogs,
  getFileInput,
  decideDocument,
  listDocumentRows,
  createJpeg,
  openDocuments,
  getKindSection,
  tabTo,
  visitDocuments,
} from './helpers/documents.ts'
import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { confirmByKeyboard } from './helpers/page.ts'
import { expect, test } from './helpers/test.ts'
import { createTrader } from './helpers/trader.ts'

test('a drawn signature can be saved, and an empty one cannot', async ({ page }) => {
  const trader = await openDocuments(page)
  const sign = getKindSection(page, 'sign')
  await sign.getByRole('button', { name: 'Save signature' }).click()
  await expect(sign.getByRole('alert')).toHaveText('Draw or type your signature first.')
  await expectNoAxeViolations(page)
  const paper = sign.getByRole('img', { name: /Nothing drawn yet/ })
  await paper.scrollIntoViewIfNeeded()
  const box = await paper.boundingBox()
  if (box === null) throw new Error('There is no paper')
  const draw = async () => {
    await page.mouse.move(box.x + 40, box.y + 60)
    await page.mouse.down()
    for (let step = 1; step < 20; step += 1) await page.mouse.move(box.x + 40 + step * 9, box.y + 60 + (step % 5) * 12)
    await page.mouse.up()
  }
  await draw()
  await expect(sign.getByRole('img', { name: /Signature drawn/ })).toBeVisible()
  await sign.getByRole('button', { name: 'Clear' }).click()
  await sign.getByRole('button', { name: 'Save signature' }).click()
  await expect(sign.getByRole('alert')).toHaveText('Draw or type your signature first.')
  await draw()
  await expect(sign.getByRole('alert')).toHaveCount(0)
  // A look at the other way keeps the drawing.
  await page.getByText('Type', { exact: true }).click()
  await expect(sign.getByRole('img')).toHaveCount(0)
  await page.getByText('Draw', { exact: true }).click()
  await expect(sign.getByRole('img', { name: /Signature drawn/ })).toBeVisible()
  await sign.getByRole('button', { name: 'Save signature' }).click()
  await expect(sign.getByText('Being checked')).toBeVisible()
  expect(await listDocumentRows(trader)).toEqual([{ kind: 'sign', state: 'sent' }])
  await expect(sign.locator('img')).toHaveCSS('object-fit', 'contain')
})

test('by keyboard, a signature can be typed, and a file chosen and removed', async ({ page }) => {
  autoFillFileDialogs(page)
  const trader = await openDocuments(page)
  await page.locator('main h1').focus()
  await tabTo(page, 'Choose a file: Payment card')
  await page.keyboard.press('Enter')
  await expect(getKindSection(page, 'card').getByText('Being checked')).toBeVisible()

  await page.getByRole('radio', { name: 'Draw' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Type' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(getKindSection(page, 'sign').getByRole('alert')).toHaveText('Draw or type your signature first.')
  await page.keyboard.type('Ada Lovelace')
  await page.keyboard.press('Enter')
  await expect(getKindSection(page, 'sign').getByText('Being checked')).toBeVisible()
  await expect(page.locator('#document-sign')).toBeFocused()
  expect(await listDocumentRows(trader)).toHaveLength(2)

  await tabTo(page, /^Remove Payment card/)
  await page.keyboard.press('Enter')
  await confirmByKeyboard(page)
  await expect(getKindSection(page, 'card').getByText('Optional', { exact: true })).toBeVisible()
  await expect(page.locator('#document-card')).toBeFocused()
})

test('a refused document shows its reason at once and can be sent again', async ({ page }) => {
  const trader = await openDocuments(page)
  await getFileInput(page, 'passport').setInputFiles(await createJpeg())
  await expect(getKindSection(page, 'passport').locator('img')).toHaveCount(1)
  await page.getByText('Type', { exact: true }).click()
  await page.getByLabel('Your name').fill('Ada L')
  await page.getByRole('button', { name: 'Save signature' }).click()
  await expect(page.getByText('We are checking your documents')).toBeVisible()

  await decideDocument(trader, 'passport', 'expired')
  await expect(getKindSection(page, 'passport').getByText('It has expired.')).toBeVisible()
  await expect(getKindSection(page, 'passport').getByText('Send one that is still valid.')).toBeVisible()
  await expect(page.getByText('We could not accept everything')).toBeVisible()
  await decideDocument(trader, 'sign', 'not_signed')
  await expect(getKindSection(page, 'sign').getByText('If your signature has changed, ask support.')).toBeVisible()
  await expectNoAxeViolations(page)

  await visitDocuments(page, 'en', '/again')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Send again')
  await expect(getKindSection(page, 'card')).toHaveCount(0)
  const upload = page.waitForRequest('**/userdocs/upload')
  await getFileInput(page, 'passport').setInputFiles(await createJpeg())
  await upload
  await expect(getKindSection(page, 'passport').getByText('Being checked')).toBeVisible()
  await page.getByText('Type', { exact: true }).click()
  await page.getByLabel('Your name').fill('Ada Lovelace')
  const sign = page.waitForRequest('**/userdocs/dataurl')
  await page.getByRole('button', { name: 'Save signature' }).click()
  await sign
  await expect(getKindSection(page, 'sign').getByText('Being checked')).toBeVisible()

  await decideDocument(trader, 'passport', null)
  await decideDocument(trader, 'sign', null)
  await page.goto('/en/trading#/show/documents')
  await expect(page.getByText('You are verified')).toBeVisible()
  await getKindSection(page, 'passport')
    .getByRole('button', { name: /^Send a newer one/ })
    .click()
  await getFileInput(page, 'passport').setInputFiles(await createJpeg())
  await expect(getKindSection(page, 'passport').getByText('A newer one is being checked.')).toBeVisible()
})

test('the account screen links to the documents of the personal page', async ({ page }) => {
  await createTrader(page)
  await page.goto('/en/trading#/show/account')
  await page.getByRole('link', { name: 'Not verified yet' }).click()
  await page.waitForURL('**/en/trading#/show/personal/documents')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Personal')
  await expect(page.getByRole('link', { name: 'Documents' })).toHaveAttribute('aria-current', 'page')
  await getFileInput(page, 'card').setInputFiles(await createJpeg())
  await expect(getKindSection(page, 'card').getByText('Being checked')).toBeVisible()
  await expectNoAxeViolations(page)
})

test('the resend screen says so when there is nothing to send again', async ({ page }) => {
  await createTrader(page)
  await page.goto('/en/trading#/show/documents/again')
  await expect(page.getByText('None of your documents was rejected.')).toBeVisible()
})

test('on a phone, in Russian, documents offer the camera, fit the screen and pass axe', async ({
  browser,
  baseURL,
}) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const context = await browser.newContext({ ...phone, ...(baseURL === undefined ? {} : { baseURL }) })
  const page = await context.newPage()
  const trader = await openDocuments(page, 'ru')
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Документы')
  await expect(page.getByRole('button', { name: 'Сфотографировать: Банковская карта' })).toBeVisible()
  const camera = getKindSection(page, 'card').locator('input[capture=environment]')
  await expect(camera).toHaveAttribute('accept', 'image/*')
  expect(await fits()).toBe(true)
  await expectNoAxeViolationsInBothThemes(page)

  await getFileInput(page, 'passport').setInputFiles({
    name: 'очень длинное имя файла с моим удостоверением личности.gif',
    mimeType: 'image/gif',
    buffer: Buffer.from('GIF89a'),
  })
  await expect(page.getByRole('alert')).toHaveText(
    'Тип файла не [ PNG, JPG, JPEG, PDF ]! Подойдут изображение PNG или JPG либо PDF.',
  )
  await camera.setInputFiles(await createJpeg())
  await expect(getKindSection(page, 'card').getByText('На проверке')).toBeVisible()
  await decideDocument(trader, 'card', 'not_covered')
  await expect(page.getByText('Видно больше цифр карты, чем нужно.')).toBeVisible()
  await page.getByRole('button', { name: 'Сохранить подпись' }).click()
  await expect(page.getByText('Сначала нарисуйте или напечатайте подпись.')).toBeVisible()
  expect(await fits()).toBe(true)
  await expectNoAxeViolationsInBothThemes(page)
  await context.close()
})
