import { writeFile } from 'node:fs/promises'

import { createPdf, createPhoto } from '../apps/server/test/fixtures/documents/upload-files.ts'

import { createPdfWithPages } from '../apps/server/test/fixtures/documents/hostile-files.ts'

import { getFileInput, listDocumentRows, createJpeg, openDocuments, getKindSection } from './helpers/documents.ts'
import { expectNoAxeViolations } from './helpers/axe.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'

test('a document can be uploaded, opened and removed', async ({ page, context }) => {
  const faults = collectPageErrors(page)
  const trader = await openDocuments(page)
  await expect(page.getByText('Still to send: passport or identity card and signature.')).toBeVisible()
  await getFileInput(page, 'passport').setInputFiles(await createJpeg('my passport.jpg'))
  await expect(page.getByText('Upload successful').first()).toBeVisible()
  const passport = getKindSection(page, 'passport')
  await expect(passport.getByText('Being checked')).toBeVisible()
  await expect(page.getByText('Still to send: signature.')).toBeVisible()
  const picture = passport.locator('img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640)
  await expectNoAxeViolations(page)

  const opening = context.waitForEvent('page')
  await expect(passport.getByText('my passport.jpg')).toBeVisible()
  await passport.getByRole('link', { name: 'Open Passport or identity card, my passport.jpg' }).click()
  const shown = await opening
  await shown.waitForLoadState()
  expect(shown.url()).toContain('/userdocs/viewdoc/passport-')
  await shown.close()

  await passport.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Remove this file?')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('The file has been removed.')).toBeVisible()
  await expect(passport.getByText('Not sent')).toBeVisible()
  await expect(page.locator('#document-passport')).toBeFocused()
  expect(await listDocumentRows(trader)).toEqual([])
  expect(faults).toEqual([])
})

test('two sides of a card are uploaded one at a time, and a third file is not offered', async ({ page }) => {
  const trader = await openDocuments(page)
  const underWay: number[] = []
  let now = 0
  page.on('request', (sent) => sent.url().endsWith('/upload') && underWay.push((now += 1)))
  page.on('response', (got) => got.url().endsWith('/upload') && (now -= 1))
  await getFileInput(page, 'passport').setInputFiles([
    await createJpeg('front.jpg'),
    await createJpeg('back.jpg'),
    await createJpeg('more.jpg'),
  ])
  await expect(getKindSection(page, 'passport').locator('img')).toHaveCount(2)
  expect(underWay).toEqual([1, 1])
  await expect(getKindSection(page, 'passport').locator('input[type=file]')).toHaveCount(0)
  expect(await listDocumentRows(trader)).toHaveLength(2)
  await expect(getKindSection(page, 'card').locator('input[type=file]').first()).not.toHaveAttribute('multiple')
})

test('a file is checked by its content, and the error is shown at the file', async ({ page }, info) => {
  const trader = await openDocuments(page)
  const card = getKindSection(page, 'card')
  const files: readonly [string, Buffer, string][] = [
    ['card.jpg', Buffer.from('<svg onload="alert(1)"/>'), 'File type is not [ PNG, JPG, JPEG, PDF ]!'],
    ['card.png', Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-'), 'The file is larger than 10 MB.'],
    ['long.pdf', createPdfWithPages(5000), 'This PDF has more than 10 pages.'],
    ['<img src=x onerror=alert(1)>.jpg', (await createPhoto()).subarray(0, 1500), 'We can’t open this file'],
  ]
  for (const [name, bytes, message] of files) {
    // From the disk, because Playwright is slow to pass a large buffer.
    const path = info.outputPath(name)
    await writeFile(path, bytes)
    await getFileInput(page, 'card').setInputFiles(path)
    const row = card.locator('[data-status=error]')
    await expect(row.getByRole('alert')).toContainText(message)
    await expect(row).toContainText(name)
  }
  await expectNoAxeViolations(page)
  await card.getByRole('button', { name: 'Dismiss <img src=x onerror=alert(1)>.jpg' }).click()
  await expect(card.locator('[data-status]')).toHaveCount(0)
  expect(await listDocumentRows(trader)).toEqual([])
})

test('an upload shows its progress, can be cancelled without leaving anything, and can be retried after losing the connection', async ({
  page,
  context,
}, info) => {
  const trader = await openDocuments(page)
  const line = await context.newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 40_000 }
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', slow)
  const big = info.outputPath('big.pdf')
  await writeFile(big, createPdf(`%${'x'.repeat(4_000_000)}\n`))
  const card = getKindSection(page, 'card')
  await getFileInput(page, 'card').setInputFiles(big)
  const bar = card.getByRole('progressbar', { name: 'Sending' })
  await expect(bar).toHaveAttribute('aria-valuetext', /^[1-9]\d?% sent$/)
  await expectNoAxeViolations(page)
  await card.getByRole('button', { name: 'Cancel big.pdf' }).click()
  await expect(card.locator('[data-status]')).toHaveCount(0)
  expect(await listDocumentRows(trader)).toEqual([])

  await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await context.setOffline(true)
  await getFileInput(page, 'card').setInputFiles(await createJpeg())
  await expect(card.getByRole('alert')).toHaveText(
    'Some errors try latter. Your file was not sent. Wait a moment and send it again.',
  )
  await context.setOffline(false)
  await card.getByRole('button', { name: 'Try again: scan.jpg' }).click()
  await expect(card.getByText('Being checked')).toBeVisible()
})

test('a PDF can be dropped on the page, and each of its pages is shown and opened as a picture', async ({
  page,
  context,
}, info) => {
  await openDocuments(page)
  const path = info.outputPath('dropped.pdf')
  await writeFile(path, createPdfWithPages(3))
  const zone = getKindSection(page, 'card').locator('.border-dashed')
  await zone.scrollIntoViewIfNeeded()
  const box = await zone.boundingBox()
  if (box === null) throw new Error('There is no place to drop')
  const mouse = await context.newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, data }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await mouse.send('Input.dispatchDragEvent', { type, ...at })
  const card = getKindSection(page, 'card')
  await expect(card.getByText('Being checked')).toBeVisible()
  await expect(card.getByText(/^PDF, .* · Page 1 of 3$/)).toBeVisible()
  await expect(card.getByText('Page 3 of 3')).toBeVisible()
  const opening = context.waitForEvent('page')
  await card.getByRole('link', { name: 'Open Payment card, dropped.pdf, page 3 of 3' }).click()
  const shown = await opening
  await shown.waitForLoadState()
  expect(shown.url()).toMatch(/\/userdocs\/viewdoc\/card-[0-9a-f]{32}-3\.jpg$/)
  expect(await shown.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(2400)
  await expectNoAxeViolations(page)
})

test('an upload without a session leads to the log-in page and back', async ({ page, context }) => {
  await openDocuments(page)
  const file = await createJpeg()
  // Else the regular refresh can find first that the session has ended.
  await page.route('**/api/fraud/user', () => undefined)
  await context.clearCookies({ name: /session$/ })
  const loggedOut = page.waitForRequest('**/api/logout')
  await getFileInput(page, 'card').setInputFiles(file)
  await loggedOut
  await page.waitForURL('**/en/login?expired#/show/documents')
})
