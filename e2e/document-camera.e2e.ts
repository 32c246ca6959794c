import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createBlurredPhoto } from '../apps/server/test/fixtures/documents/upload-files.ts'

import type { Page } from '@playwright/test'

import playwrightConfig from './playwright.config.ts'
import { expectNoAxeViolations } from './helpers/axe.ts'
import { getKindSection, listDocumentRows, openDocuments } from './helpers/documents.ts'
import { listScripts } from './helpers/page.ts'
import { collectPageErrors, expect, test } from './helpers/test.ts'

const folder = join(tmpdir(), `tradefront-camera-${process.pid}`)
/** Picture that the camera of the browser sees. */
const cameraFile = join(folder, 'camera.mjpeg')

const { launchOptions } = playwrightConfig.use ?? {}
test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  permissions: ['camera'],
  launchOptions: {
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${cameraFile}`,
    ],
  },
})

test.beforeAll(async () => {
  const frame = await createBlurredPhoto(1280, 720)
  mkdirSync(folder)
  writeFileSync(cameraFile, Buffer.concat([frame, frame]))
})

test.afterAll(() => {
  rmSync(folder, { recursive: true })
})

test('a camera view that loads on request takes a photo by keyboard, has a hint when it is blurred, sends what its frame shows, ends the camera, closes on Back without leaving the page, and passes axe on a phone in Russian', async ({
  page,
}) => {
  const faults = collectPageErrors(page)
  const trader = await openDocuments(page, 'ru')
  const passport = getKindSection(page, 'passport')
  await recordCameras(page)
  const open = passport.getByRole('button', { name: 'Сфотографировать: Паспорт или удостоверение личности' })
  const isLoaded = async () => (await listScripts(page)).some(({ name }) => name.includes('/camera-view-'))
  expect(await isLoaded()).toBe(false)
  await open.focus()
  await page.keyboard.press('Enter')
  const shutter = page.getByRole('button', { name: 'Сделать снимок' })
  await expect(shutter).toBeFocused()
  expect(await isLoaded()).toBe(true)
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Паспорт или удостоверение личности')
  await expect(page.locator('video')).toHaveCSS('object-fit', 'cover')
  await expectNoAxeViolations(page)

  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(open).toBeFocused()
  const address = page.url()
  await page.keyboard.press('Enter')
  await expect(shutter).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(open).toBeFocused()
  expect(page.url()).toBe(address)
  expect(await countLiveCameras(page)).toEqual({ all: 2, live: 0 })

  await page.keyboard.press('Enter')
  await expect(shutter).toBeFocused()
  expect(await countLiveCameras(page)).toEqual({ all: 3, live: 1 })
  await page.keyboard.press('Space')
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(
    'Похоже, снимок нерезкий. Текст должен читаться.',
  )
  await expect(page.getByRole('button', { name: 'Отправить снимок' })).toBeFocused()
  await expectNoAxeViolations(page)
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
  expect(await fits()).toBe(true)

  await page.getByRole('button', { name: 'Переснять' }).press('Enter')
  await expect(shutter).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Отправить снимок' }).press('Enter')
  await expect(passport.getByText('На проверке')).toBeVisible()
  await expect(passport.getByText('Снимок 1.jpg')).toBeVisible()
  expect(await listDocumentRows(trader)).toEqual([{ kind: 'passport', state: 'sent' }])
  expect(await countLiveCameras(page)).toEqual({ all: 3, live: 0 })
  const picture = passport.locator('img')
  const shape = () => picture.evaluate((img: HTMLImageElement) => img.naturalWidth / img.naturalHeight)
  await expect.poll(shape).toBeCloseTo(125 / 88, 1)
  expect(faults).toEqual([])
})

/** Keeps the tracks of each camera that the page opens. */
async function recordCameras(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tracks: MediaStreamTrack[] = []
    Object.assign(window, { cameraTracks: tracks })
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints)
      tracks.push(...stream.getTracks())
      return stream
    }
  })
}

function countLiveCameras(page: Page): Promise<{ all: number; live: number }> {
  return page.evaluate(() => {
    const { cameraTracks } = window as unknown as { cameraTracks: MediaStreamTrack[] }
    const live = cameraTracks.filter(({ readyState }) => readyState === 'live')
    return { all: cameraTracks.length, live: live.length }
  })
}
