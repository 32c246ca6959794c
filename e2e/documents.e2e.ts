import { writeFile } from 'node:fs/promises'

import { createPdf } from '../apps/server/test/fixtures/documents/upload-files.ts'

import { getFileInput, listDocumentRows, createJpeg, openDocuments, getKindSection } from './helpers/documents.ts'
import { expectNoAxeViolations } from './helpers/axe.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'

test('a file that is dropped on the page is shown as a picture, opens in a new tab, and its removal returns the focus', async ({
  page,
  context,
}, info) => {
  const faults = collectPageErrors(page)
  const trader = await openDocuments(page)
  const passport = getKindSection(page, 'passport')
  const path = info.outputPath('my passport.jpg')
  await writeFile(path, (await createJpeg()).buffer)
  const zone = passport.locator('.border-dashed')
  await zone.scrollIntoViewIfNeeded()
  const box = await zone.boundingBox()
  if (box === null) throw new Error('There is no place to drop')
  const mouse = await context.newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, data }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await mouse.send('Input.dispatchDragEvent', { type, ...at })
  await expect(page.getByText('Upload successful').first()).toBeVisible()
  await expect(passport.getByText('Being checked')).toBeVisible()
  const picture = passport.locator('img')
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640)
  await expectNoAxeViolations(page)

  const opening = context.waitForEvent('page')
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

test('a slow upload shows its progress and can be cancelled, and one that lost the connection can be sent again', async ({
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
  await card.getByRole('button', { name: 'Cancel big.pdf' }).click()
  await expect(card.locator('[data-status]')).toHaveCount(0)
  expect(await listDocumentRows(trader)).toEqual([])

  await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await context.setOffline(true)
  await getFileInput(page, 'card').setInputFiles(await createJpeg())
  await expect(card.getByRole('alert')).toContainText('Your file was not sent.')
  await context.setOffline(false)
  await card.getByRole('button', { name: 'Try again: scan.jpg' }).click()
  await expect(card.getByText('Being checked')).toBeVisible()
})
