import {
  answerFileDialogs,
  chooser,
  decide,
  documentRows,
  jpeg,
  openDocuments,
  part,
  reach,
  visitDocuments,
} from './documents.ts'
import { expect, expectNoAxeFindings, newTrader, test } from './support.ts'

test('a signature is drawn, never empty', async ({ page }) => {
  const trader = await openDocuments(page)
  const sign = part(page, 'sign')
  await sign.getByRole('button', { name: 'Save signature' }).click()
  await expect(sign.getByRole('alert')).toHaveText('Cant save empty sign!')
  await expectNoAxeFindings(page)
  const paper = sign.getByRole('img', { name: /Nothing is drawn yet/ })
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
  await expect(sign.getByRole('img', { name: /Something is drawn/ })).toBeVisible()
  await sign.getByRole('button', { name: 'Clear' }).click()
  await sign.getByRole('button', { name: 'Save signature' }).click()
  await expect(sign.getByRole('alert')).toHaveText('Cant save empty sign!')
  await draw()
  await sign.getByRole('button', { name: 'Save signature' }).click()
  await expect(sign.getByText('Being checked')).toBeVisible()
  expect(await documentRows(trader)).toEqual([{ kind: 'sign', state: 'sent' }])
})

test('by keyboard alone: a name typed for a signature, a file chosen, and taken back', async ({ page }) => {
  answerFileDialogs(page)
  const trader = await openDocuments(page)
  await page.locator('main h1').focus()
  await reach(page, 'Choose a file: Payment card')
  await page.keyboard.press('Enter')
  await expect(part(page, 'card').getByText('Being checked')).toBeVisible()

  await page.getByRole('radio', { name: 'Draw' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Type' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(part(page, 'sign').getByRole('alert')).toHaveText('Cant save empty sign!')
  await page.keyboard.type('Ada Lovelace')
  await page.keyboard.press('Enter')
  await expect(part(page, 'sign').getByText('Being checked')).toBeVisible()
  await expect(page.locator('#document-sign')).toBeFocused()
  expect(await documentRows(trader)).toHaveLength(2)

  await reach(page, /^Remove Payment card/)
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await page.keyboard.press('Enter')
  await expect(part(page, 'card').getByText('Not sent')).toBeVisible()
  await expect(page.locator('#document-card')).toBeFocused()
})

test('refused: the reason and the next step at once, and what is sent again goes the way for that', async ({
  page,
}) => {
  const trader = await openDocuments(page)
  await chooser(page, 'passport').setInputFiles(await jpeg())
  await expect(part(page, 'passport').locator('img')).toHaveCount(1)
  await page.getByText('Type', { exact: true }).click()
  await page.getByLabel('Your name').fill('Ada L')
  await page.getByRole('button', { name: 'Save signature' }).click()
  await expect(page.getByText('We are checking your documents')).toBeVisible()

  await decide(trader, 'passport', 'expired')
  await expect(page.getByText('It is out of date.')).toBeVisible()
  await expect(page.getByText('Send one that is still valid.')).toBeVisible()
  await expect(page.getByText('We could not accept everything')).toBeVisible()
  await decide(trader, 'sign', 'not_signed')
  await expect(page.getByText('Sign as you did there.')).toBeVisible()
  await expectNoAxeFindings(page)

  await visitDocuments(page, 'en', '/again')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Send again')
  await expect(part(page, 'card')).toHaveCount(0)
  const upload = page.waitForRequest('**/userdocs/upload')
  await chooser(page, 'passport').setInputFiles(await jpeg())
  await upload
  await expect(part(page, 'passport').getByText('Being checked')).toBeVisible()
  await page.getByText('Type', { exact: true }).click()
  await page.getByLabel('Your name').fill('Ada Lovelace')
  const sign = page.waitForRequest('**/userdocs/dataurl')
  await page.getByRole('button', { name: 'Save signature' }).click()
  await sign
  await expect(part(page, 'sign').getByText('Being checked')).toBeVisible()

  await decide(trader, 'passport', null)
  await decide(trader, 'sign', null)
  await page.goto('/en/trading#/show/documents')
  await expect(page.getByText('You are verified')).toBeVisible()
  await part(page, 'passport')
    .getByRole('button', { name: /^Send a newer one/ })
    .click()
  await chooser(page, 'passport').setInputFiles(await jpeg())
  await expect(part(page, 'passport').getByText('A newer one is being checked.')).toBeVisible()
})

test('the account leads to the documents of the personal page', async ({ page }) => {
  await newTrader(page)
  await page.goto('/en/trading#/home')
  await page.getByRole('link', { name: 'Not verified yet' }).click()
  await page.waitForURL('**/en/trading#/show/personal/documents')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Personal')
  await expect(page.getByRole('link', { name: 'Documents' })).toHaveAttribute('aria-current', 'page')
  await chooser(page, 'card').setInputFiles(await jpeg())
  await expect(part(page, 'card').getByText('Being checked')).toBeVisible()
  await expectNoAxeFindings(page)
})

test('nothing to send again says so', async ({ page }) => {
  await newTrader(page)
  await page.goto('/en/trading#/show/documents/again')
  await expect(page.getByText('None of your documents was refused.')).toBeVisible()
})

for (const theme of ['light', 'dark']) {
  test(`on a phone, in Russian, ${theme}: the camera is offered, nothing is too wide, axe finds nothing`, async ({
    browser,
    baseURL,
  }) => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const context = await browser.newContext({ ...phone, ...(baseURL === undefined ? {} : { baseURL }) })
    await context.addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }])
    const page = await context.newPage()
    const trader = await openDocuments(page, 'ru')
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Документы')
    await expect(page.getByRole('button', { name: 'Сфотографировать: Банковская карта' })).toBeVisible()
    const camera = part(page, 'card').locator('input[capture=environment]')
    await expect(camera).toHaveAttribute('accept', 'image/*')
    expect(await fits()).toBe(true)
    await expectNoAxeFindings(page)

    await chooser(page, 'passport').setInputFiles({
      name: 'очень длинное имя файла с моим удостоверением личности.gif',
      mimeType: 'image/gif',
      buffer: Buffer.from('GIF89a'),
    })
    await expect(page.getByRole('alert')).toHaveText('Тип файла не [ PNG, JPG, JPEG, PDF ]!')
    await camera.setInputFiles(await jpeg())
    await expect(part(page, 'card').getByText('На проверке')).toBeVisible()
    await decide(trader, 'card', 'not_covered')
    await expect(page.getByText('Видно больше цифр карты, чем нужно.')).toBeVisible()
    await page.getByRole('button', { name: 'Сохранить подпись' }).click()
    await expect(page.getByText('Нельзя сохранить пустую подпись!')).toBeVisible()
    expect(await fits()).toBe(true)
    await expectNoAxeFindings(page)
    await context.close()
  })
}
