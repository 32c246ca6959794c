// @vitest-environment jsdom
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser, stubMediaDevices } from '../../platform/testing/stub-browser.ts'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { stubUploads } from '../../platform/testing/stub-uploads.ts'
import type { KindView } from './api.ts'
import { UploadPanel } from './upload-panel.tsx'

beforeEach(stubBrowser)

const view: KindView = {
  kind: 'passport',
  state: 'none',
  required: true,
  canSend: true,
  max: 2,
  reason: null,
  files: [],
}
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1])
const createFile = (name: string) => new File([jpeg], name, { type: 'image/jpeg' })

/** Draws every picture in one colour. @param level its brightness */
function stubPictures(level: number): void {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 8, height: 8, close: () => undefined }))
  const context = {
    drawImage: () => undefined,
    fillRect: () => undefined,
    getImageData: () => ({ width: 8, height: 8, data: new Uint8ClampedArray(256).fill(level) }),
  }
  HTMLCanvasElement.prototype.getContext = (() => context) as unknown as HTMLCanvasElement['getContext']
}

async function renderPanel() {
  stubCalls([])
  const sent: string[] = []
  stubUploads((path) => {
    sent.push(path)
    return { status: 200, json: { return: true } }
  })
  const onSent = vi.fn<() => Promise<void>>(async () => undefined)
  const screen = await renderWithProviders(<UploadPanel kind="passport" view={view} onSent={onSent} />, {
    texts: ['documents'],
  })
  const input = screen.container.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail('no file input')
  return { screen, sent, onSent, choose: (...files: File[]) => userEvent.upload(input, files) }
}

test.each([
  [20, 'This looks too dark. The text must be readable.'],
  [150, 'This looks blurred. The text must be readable.'],
])('a picture of brightness %i without any detail waits with a hint, and can be sent anyway', async (level, hint) => {
  stubPictures(level)
  const { screen, sent, onSent, choose } = await renderPanel()
  await choose(createFile('front.jpg'))
  await screen.findByText(hint)
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Send anyway: front.jpg' }))
  expect(screen.queryByText(hint)).toBe(null)
  await vi.waitFor(() => expect(onSent).toHaveBeenCalledTimes(1))
  expect(sent).toEqual(['/upload'])
})

test('pictures with a hint take the places of the kind until they are dismissed', async () => {
  stubPictures(20)
  const { screen, sent, choose } = await renderPanel()
  await choose(createFile('front.jpg'), createFile('back.jpg'))
  await screen.findByText('back.jpg')
  expect(screen.queryByRole('button', { name: /^Choose a file/ })).toBe(null)
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss back.jpg' }))
  expect(screen.queryByText('back.jpg')).toBe(null)
  screen.getByText('front.jpg')
  screen.getByRole('button', { name: /^Choose a file/ })
  expect(sent).toEqual([])
})

test('a file that the browser cannot draw is sent at once', async () => {
  stubPictures(20)
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')))
  const { sent, onSent, choose } = await renderPanel()
  await choose(new File(['%PDF-1.7'], 'scan.pdf', { type: 'application/pdf' }))
  await vi.waitFor(() => expect(onSent).toHaveBeenCalledTimes(1))
  expect(sent).toEqual(['/upload'])
})

test.each([
  ['a phone without HTTPS', true, false, 'system'],
  ['a phone', true, true, 'page'],
  ['a desk without a camera', false, true, 'none'],
  ['a desk without HTTPS', false, false, 'none'],
])('%s: which camera is offered', async (_device, isTouch, isSecure, camera) => {
  window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: isTouch }) as MediaQueryList
  const mediaDevices = { enumerateDevices: async () => [{ kind: 'audioinput' }] }
  if (isSecure) stubMediaDevices(mediaDevices)
  const { screen } = await renderPanel()
  const isOffered = screen.queryByRole('button', { name: /^Take a photo/ }) !== null
  const isOfSystem = screen.container.querySelector('input[capture=environment]') !== null
  expect(isOffered ? (isOfSystem ? 'system' : 'page') : 'none').toBe(camera)
})

test('a desk with a webcam offers the camera of the page', async () => {
  const mediaDevices = { enumerateDevices: async () => [{ kind: 'videoinput' }] }
  stubMediaDevices(mediaDevices)
  const { screen } = await renderPanel()
  await screen.findByRole('button', { name: /^Take a photo/ })
  expect(screen.container.querySelector('input[capture]')).toBe(null)
})
