// @vitest-environment jsdom
import { maxFileBytes } from '@tradefront/rules/uploads/limits'
import { act, fireEvent } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { stubBrowser, stubMediaDevices } from '../../platform/testing/stub-browser.ts'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { stubUploads } from '../../platform/testing/stub-uploads.ts'
import type { KindView } from './api.ts'
import { UploadPanel } from './upload-panel.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  vi.restoreAllMocks()
})

const view: KindView = {
  kind: 'passport',
  state: 'none',
  required: true,
  canSend: true,
  max: 2,
  reason: null,
  files: [],
}
const sentFile: KindView['files'][number] = {
  name: 'a1',
  title: 'sent.jpg',
  pages: ['a1'],
  type: 'image/jpeg',
  size: 12,
  state: 'sent',
  sentAtMs: 0,
  canRemove: true,
}
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1])
const createFile = (name: string) => new File([jpeg], name, { type: 'image/jpeg' })

/**
 * Draws every picture in one colour.
 * @param level its brightness
 * @param decode what the browser does first
 */
function stubPictures(level: number, decode: (options?: unknown) => Promise<void> = async () => undefined) {
  const close = vi.fn<() => void>()
  const createImageBitmap = vi.fn<(file: File, options?: unknown) => Promise<unknown>>(async (_file, options) => {
    await decode(options)
    return { width: 8, height: 8, close }
  })
  vi.stubGlobal('createImageBitmap', createImageBitmap)
  const context = {
    drawImage: () => undefined,
    fillRect: () => undefined,
    getImageData: () => ({ width: 8, height: 8, data: new Uint8ClampedArray(256).fill(level) }),
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => context as never)
  return { createImageBitmap, close }
}

async function renderPanel() {
  stubCalls([])
  const sent: string[] = []
  stubUploads((path) => {
    sent.push(path)
    return { status: 200, json: { return: true } }
  })
  const onSent = vi.fn<() => Promise<void>>(async () => undefined)
  function Panel() {
    const [canChoose, setCanChoose] = useState(true)
    const [files, setFiles] = useState(view.files)
    return (
      <>
        <button onClick={() => setCanChoose(false)}>Nothing needed</button>
        <button onClick={() => setFiles([sentFile, sentFile])}>Sent on another device</button>
        <UploadPanel kind="passport" view={{ ...view, files }} canChoose={canChoose} onSent={onSent} />
      </>
    )
  }
  const screen = await renderWithProviders(<Panel />, { texts: ['documents'] })
  const findInput = () => screen.container.querySelector<HTMLInputElement>('input[type=file]')
  const choose = async (...files: File[]) => userEvent.upload(await vi.waitUntil(findInput), files)
  return { screen, sent, onSent, choose }
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

test('another picture replaces the oldest one with a hint for which there is no place, and the others can be dismissed', async () => {
  const { createImageBitmap } = stubPictures(20)
  const { screen, sent, choose } = await renderPanel()
  await choose(createFile('front.jpg'), createFile('back.jpg'))
  await screen.findByText('back.jpg')
  screen.getByRole('button', { name: /^Choose a file/ })
  createImageBitmap.mockRejectedValue(new DOMException('', 'InvalidStateError'))
  await choose(createFile('other.jpg'))
  await vi.waitFor(() => expect(sent).toEqual(['/upload']))
  expect(screen.queryByText('front.jpg')).toBe(null)
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss back.jpg' }))
  expect(screen.queryByText('back.jpg')).toBe(null)
})

test('a picture with a hint cannot be sent anyway when other files have taken all places', async () => {
  stubPictures(20)
  const { screen, choose } = await renderPanel()
  await choose(createFile('front.jpg'))
  await screen.findByRole('button', { name: 'Send anyway: front.jpg' })
  fireEvent.click(screen.getByText('Sent on another device'))
  expect(screen.queryByRole('button', { name: /^Send anyway/ })).toBe(null)
  screen.getByRole('button', { name: 'Dismiss front.jpg' })
})

test('files for which there is no room are named, with the reason, until files are chosen again', async () => {
  stubPictures(20)
  const { screen, choose } = await renderPanel()
  await choose(...['front.jpg', 'back.jpg', 'more.jpg', 'last.jpg'].map(createFile))
  const note = await screen.findByText('2 files were not added. At most 2 files can wait to be checked.')
  expect(note.nextSibling?.textContent).toBe('\u2068more.jpg\u2069, \u2068last.jpg\u2069')
  await choose(createFile('front.jpg'))
  expect(screen.queryByText(/not added/)).toBe(null)
})

test('an open camera closes on Back, and not when no document is needed any more', async () => {
  const getUserMedia = () => new Promise(() => undefined)
  stubMediaDevices({ enumerateDevices: async () => [{ kind: 'videoinput' }], getUserMedia })
  const { screen } = await renderPanel()
  await userEvent.click(await screen.findByRole('button', { name: /^Take a photo/ }))
  await screen.findByRole('dialog')
  fireEvent.click(screen.getByText('Nothing needed'))
  screen.getByRole('dialog')
  act(() => history.back())
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
})

test('pictures that are being checked are shown, take the places of the kind, and are not sent after the panel is gone', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  const { createImageBitmap } = stubPictures(150, () => promise)
  const { screen, sent, choose } = await renderPanel()
  const files = [createFile('front.jpg'), createFile('back.jpg')]
  const reads = files.map((file) => vi.spyOn(file, 'slice'))
  for (const file of files) await choose(file)
  screen.getByText('front.jpg')
  screen.getByText('back.jpg')
  expect(screen.getAllByText('Checking before sending')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^Choose a file/ })).toBe(null)
  await vi.waitFor(() => expect(createImageBitmap).toHaveBeenCalledTimes(2))
  screen.unmount()
  // A file that cannot be drawn has no hint.
  reject(new DOMException('', 'InvalidStateError'))
  // The end of the check needs no timer or event, so it comes before a timer. An upload would then have read the first bytes again.
  await new Promise((resolve) => setTimeout(resolve))
  expect(reads.map((read) => read.mock.calls.length)).toEqual([1, 1])
  expect(sent).toEqual([])
})

test.each([
  [
    'that is too large',
    new File([jpeg, new Uint8Array(maxFileBytes)], 'a.jpg', { type: 'image/jpeg' }),
    /larger than 10 MB/,
  ],
  ['of a wrong type', new File(['GIF89a'], 'a.jpg', { type: 'image/jpeg' }), /Files of this type are not accepted/],
])('a file %s is refused without being opened', async (_fault, file, message) => {
  const { createImageBitmap } = stubPictures(20)
  const { screen, sent, choose } = await renderPanel()
  await choose(file)
  await screen.findByText(message)
  expect(createImageBitmap).not.toHaveBeenCalled()
  expect(sent).toEqual([])
})

test('each picture that was opened for its check and its thumbnail is closed', async () => {
  const { createImageBitmap, close } = stubPictures(20)
  const { screen, choose } = await renderPanel()
  await choose(createFile('front.jpg'))
  await screen.findByText('front.jpg')
  await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(2))
  expect(createImageBitmap).toHaveBeenCalledTimes(2)
})

test('a picture without a thumbnail has its hint', async () => {
  const { createImageBitmap } = stubPictures(20, async (options) => {
    if (options !== undefined) throw new DOMException('', 'InvalidStateError')
  })
  const { screen, choose } = await renderPanel()
  await choose(createFile('front.jpg'))
  await screen.findByText('This looks too dark. The text must be readable.')
  expect(createImageBitmap).toHaveBeenCalledTimes(2)
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
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) => Object.assign(new EventTarget(), { media, matches: isTouch }) as MediaQueryList,
  )
  const devices = Promise.resolve([{ kind: 'audioinput' }])
  if (isSecure) stubMediaDevices({ enumerateDevices: () => devices })
  const { screen } = await renderPanel()
  await act(() => devices)
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
