import {
  autoFillFileDialogs,
  getFileInput,
  refuseDocument,
  listDocumentRows,
  createJpeg,
  openDocuments,
  getKindSection,
  tabTo,
} from './helpers/documents.ts'
import { expectNoAxeViolations, expectNoAxeViolationsInBothThemes } from './helpers/axe.ts'
import { confirmByKeyboard } from './helpers/page.ts'
import { expect, test } from './helpers/test.ts'

test('a signature is drawn with the mouse, and a file is chosen and removed by keyboard alone', async ({ page }) => {
  autoFillFileDialogs(page)
  const trader = await openDocuments(page)
  const sign = getKindSection(page, 'sign')
  const card = getKindSection(page, 'card')
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
  await sign.getByRole('button', { name: 'Clear' }).click()
  await sign.getByRole('button', { name: 'Save signature' }).click()
  await expect(sign.getByRole('alert')).toHaveText('Draw or type your signature first.')
  await draw()
  await expect(sign.getByRole('alert')).toHaveCount(0)
  // A look at the other way keeps the drawing.
  await page.getByRole('radio', { name: 'Draw' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Type' })).toBeChecked()
  await expect(sign.getByRole('img')).toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await expect(sign.getByRole('img', { name: /Signature drawn/ })).toBeVisible()
  await sign.getByRole('button', { name: 'Save signature' }).click()
  await expect(sign.getByText('Being checked')).toBeVisible()
  await expect(page.locator('#document-sign')).toBeFocused()
  expect(await listDocumentRows(trader)).toEqual([{ kind: 'sign', state: 'sent' }])
  await expect(sign.locator('img')).toHaveCSS('object-fit', 'contain')

  await page.locator('main h1').focus()
  await tabTo(page, 'Choose a file: Payment card')
  await page.keyboard.press('Enter')
  await expect(card.getByText('Being checked')).toBeVisible()
  await tabTo(page, /^Remove Payment card/)
  await page.keyboard.press('Enter')
  await confirmByKeyboard(page)
  await expect(card.getByText('Optional', { exact: true })).toBeVisible()
  await expect(page.locator('#document-card')).toBeFocused()
})

test.describe('on a phone in Russian', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('documents offer the camera, their decisions arrive at once, and each state fits the screen and passes axe', async ({
    page,
  }) => {
    const trader = await openDocuments(page, 'ru')
    const card = getKindSection(page, 'card')
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
    await expect(page.getByRole('button', { name: 'Сфотографировать: Банковская карта' })).toBeVisible()
    expect(await fits()).toBe(true)
    await expectNoAxeViolationsInBothThemes(page)

    await getFileInput(page, 'passport').setInputFiles({
      name: 'очень длинное имя файла с моим удостоверением личности.gif',
      mimeType: 'image/gif',
      buffer: Buffer.from('GIF89a'),
    })
    await expect(page.getByRole('alert')).toContainText('Файлы этого типа не принимаются.')
    await getFileInput(page, 'card').setInputFiles(await createJpeg())
    await expect(card.getByText('На проверке')).toBeVisible()
    await refuseDocument(trader, 'card', 'not_covered')
    await expect(page.getByText('Видно больше цифр карты, чем нужно.')).toBeVisible()
    expect(await fits()).toBe(true)
    await expectNoAxeViolations(page)
  })
})
