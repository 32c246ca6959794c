import { writeFile } from 'node:fs/promises'

import { createPdf, createPhoto } from '../apps/server/src/testing/documents/upload-files.ts'

import { chooser, documentRows, jpeg, openDocuments, part } from './documents.ts'
import { collectFaults, expect, expectNoAxeFindings, test } from './support.ts'

test('a file goes up, is shown, opened and taken back', async ({ page, context }) => {
  const faults = collectFaults(page)
  const trader = await openDocuments(page)
  await expect(page.getByText('Still to send: passport or identity card and signature.')).toBeVisible()
  await chooser(page, 'passport').setInputFiles(await jpeg('my passport.jpg'))
  await expect(page.getByText('Upload successful').first()).toBeVisible()
  const passport = part(page, 'passport')
  await expect(passport.getByText('Being checked')).toBeVisible()
  await expect(page.getByText('Still to send: signature.')).toBeVisible()
  const picture = passport.locator('img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640)
  await expectNoAxeFindings(page)

  const opening = context.waitForEvent('page')
  await passport.getByRole('link', { name: 'Open Passport or identity card, JPG' }).click()
  const shown = await opening
  await shown.waitForLoadState()
  expect(shown.url()).toContain('/userdocs/viewdoc/passport-')
  await shown.close()

  await passport.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Remove this file?')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('The file was removed.')).toBeVisible()
  await expect(passport.getByText('Not sent')).toBeVisible()
  await expect(page.locator('#document-passport')).toBeFocused()
  expect(await documentRows(trader)).toEqual([])
  expect(faults).toEqual([])
})

test('one at a time: two sides of a card go one after the other, then there is no more room', async ({ page }) => {
  const trader = await openDocuments(page)
  const underWay: number[] = []
  let now = 0
  page.on('request', (sent) => sent.url().endsWith('/upload') && underWay.push((now += 1)))
  page.on('response', (got) => got.url().endsWith('/upload') && (now -= 1))
  await chooser(page, 'passport').setInputFiles([
    await jpeg('front.jpg'),
    await jpeg('back.jpg'),
    await jpeg('more.jpg'),
  ])
  await expect(part(page, 'passport').locator('img')).toHaveCount(2)
  expect(underWay).toEqual([1, 1])
  await expect(part(page, 'passport').locator('input[type=file]')).toHaveCount(0)
  expect(await documentRows(trader)).toHaveLength(2)
  await expect(part(page, 'card').locator('input[type=file]').first()).not.toHaveAttribute('multiple')
})

test('what is wrong with a file is said at the file, by what is in it', async ({ page }, info) => {
  const trader = await openDocuments(page)
  const card = part(page, 'card')
  const files: readonly [string, Buffer, string][] = [
    ['card.jpg', Buffer.from('<svg onload="alert(1)"/>'), 'File type is not [ PNG, JPG, JPEG, PDF ]!'],
    ['card.png', Buffer.alloc(10 * 1024 * 1024 + 1, '%PDF-'), 'The file is larger than 10 MB.'],
    ['card.pdf', createPdf('5 0 obj\n<< /S /JavaScript >>\nendobj\n'), 'This PDF carries scripts or attached files.'],
    ['<img src=x onerror=alert(1)>.jpg', (await createPhoto()).subarray(0, 1500), 'The file cannot be opened'],
  ]
  for (const [name, bytes, message] of files) {
    // From the disk: a large file takes long to be handed over otherwise.
    const path = info.outputPath(name)
    await writeFile(path, bytes)
    await chooser(page, 'card').setInputFiles(path)
    const row = card.locator('[data-status=error]')
    await expect(row.getByRole('alert')).toContainText(message)
    await expect(row).toContainText(name)
  }
  await expectNoAxeFindings(page)
  await card.getByRole('button', { name: 'Dismiss <img src=x onerror=alert(1)>.jpg' }).click()
  await expect(card.locator('[data-status]')).toHaveCount(0)
  expect(await documentRows(trader)).toEqual([])
})

test('a slow line shows how far it is; what is cancelled leaves nothing, and without a line it can be sent later', async ({
  page,
  context,
}, info) => {
  const trader = await openDocuments(page)
  const line = await context.newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 150_000 }
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', slow)
  const big = info.outputPath('big.pdf')
  await writeFile(big, createPdf(`%${'x'.repeat(4_000_000)}\n`))
  const card = part(page, 'card')
  await chooser(page, 'card').setInputFiles(big)
  const bar = card.getByRole('progressbar', { name: 'Sending' })
  await expect(bar).toHaveAttribute('aria-valuetext', /^[1-9]\d?% sent$/)
  await expectNoAxeFindings(page)
  await card.getByRole('button', { name: 'Cancel big.pdf' }).click()
  await expect(card.locator('[data-status]')).toHaveCount(0)
  expect(await documentRows(trader)).toEqual([])

  await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await context.setOffline(true)
  await chooser(page, 'card').setInputFiles(await jpeg())
  await expect(card.getByRole('alert')).toHaveText('Some errors try latter')
  await context.setOffline(false)
  await card.getByRole('button', { name: 'Try again: scan.jpg' }).click()
  await expect(card.getByText('Being checked')).toBeVisible()
})

test('a file can be dropped; a PDF is saved and never opened', async ({ page, context }, info) => {
  await openDocuments(page)
  const path = info.outputPath('dropped.pdf')
  await writeFile(path, createPdf())
  const zone = part(page, 'card').locator('.border-dashed')
  await zone.scrollIntoViewIfNeeded()
  const box = await zone.boundingBox()
  if (box === null) throw new Error('There is no place to drop')
  const mouse = await context.newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, data }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await mouse.send('Input.dispatchDragEvent', { type, ...at })
  await expect(part(page, 'card').getByText('Being checked')).toBeVisible()
  const download = page.waitForEvent('download')
  await part(page, 'card').getByRole('link', { name: 'Download Payment card, PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^card-[0-9a-f]{32}\.pdf$/)
})

test('an upload without a session leads to the log-in and back', async ({ page, context }) => {
  await openDocuments(page)
  await context.clearCookies({ name: /session$/ })
  const loggedOut = page.waitForRequest('**/api/logout')
  await chooser(page, 'card').setInputFiles(await jpeg())
  await loggedOut
  await page.waitForURL('**/en/login?expired#/show/documents')
})
