// @vitest-environment jsdom
import type { PhotographedKind } from '@tradefront/rules/documents/document-kinds'
import { act } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { renderWithProviders } from '../../../platform/testing/render-with-providers.tsx'
import { stubMediaDevices } from '../../../platform/testing/stub-browser.ts'
import { CameraView } from './camera-view.tsx'

class TestTrack extends EventTarget {
  readyState = 'live'
  stop(): void {
    this.readyState = 'ended'
  }
}

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** A preview language marks the direction of its English texts. */
const photoName = '\u2066Photo 1.jpg\u2069'

/**
 * Renders the view.
 * @param open what the browser does when the page asks for the camera
 */
async function renderCamera(open: () => Promise<unknown>, kind: PhotographedKind = 'card') {
  const getUserMedia = vi.fn<() => Promise<unknown>>(open)
  stubMediaDevices({ getUserMedia })
  const onFiles = vi.fn<(files: readonly File[]) => void>()
  const onPhoto = vi.fn<(photo: File) => void>()
  const events = { onPhoto, onFiles, onClose: () => undefined }
  const view = <CameraView kind={kind} label="Payment card" name={photoName} {...events} />
  const screen = await renderWithProviders(view, { texts: ['documents', 'camera'] })
  return { screen, getUserMedia, onFiles, onPhoto }
}

function createStream() {
  const track = new TestTrack()
  return { track, stream: { getTracks: () => [track] } }
}

/** Takes a photo and sends it. The browser has its file when the test calls `save`. */
async function sendPhoto() {
  const context = {
    drawImage: () => undefined,
    fillRect: () => undefined,
    getImageData: () => ({ width: 8, height: 8, data: new Uint8ClampedArray(256).fill(150) }),
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => context as never)
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(() => undefined)
  const { screen, onPhoto } = await renderCamera(async () => createStream().stream)
  await userEvent.click(await screen.findByRole('button', { name: 'Take the photo' }))
  await userEvent.click(screen.getByRole('button', { name: 'Send this photo' }))
  const save = (blob: Blob | null) => act(() => toBlob.mock.calls.forEach(([answer]) => answer(blob)))
  return { screen, onPhoto, save }
}

function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

test.each([
  ['NotAllowedError', 'The camera is blocked.'],
  ['SecurityError', 'The camera is blocked.'],
  ['NotFoundError', 'This device has no camera.'],
  ['NotReadableError', 'The camera does not answer.'],
])('a camera that fails with %s is explained, and a file can be chosen instead', async (name, sentence) => {
  const { screen, onFiles } = await renderCamera(() => Promise.reject(new DOMException('', name)))
  expect((await screen.findByText(new RegExp(`^${sentence}`))).getAttribute('role')).toBe('status')
  expect(screen.queryByRole('button', { name: 'Take the photo' })).toBe(null)
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose a file' })))
  const input = document.querySelector<HTMLInputElement>('input[type=file]') ?? expect.fail('no file input')
  const file = new File(['%PDF-1.7'], 'scan.pdf', { type: 'application/pdf' })
  await userEvent.upload(input, file)
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([file])
})

test('the camera ends while the page is hidden, starts again when it is seen, and ends when the view is left', async () => {
  onTestFinished(() => act(() => setHidden(false)))
  const streams = [createStream(), createStream()]
  const opened = [...streams]
  const { screen, getUserMedia } = await renderCamera(async () => opened.shift()?.stream)
  await screen.findByRole('button', { name: 'Take the photo' })
  act(() => setHidden(true))
  expect(streams[0]?.track.readyState).toBe('ended')
  expect(getUserMedia).toHaveBeenCalledTimes(1)
  act(() => setHidden(false))
  await screen.findByRole('button', { name: 'Take the photo' })
  expect(streams[1]?.track.readyState).toBe('live')
  screen.unmount()
  expect(streams[1]?.track.readyState).toBe('ended')
})

test('the camera ends when the page is left for another one', async () => {
  const { track, stream } = createStream()
  const { screen } = await renderCamera(async () => stream)
  await screen.findByRole('button', { name: 'Take the photo' })
  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(track.readyState).toBe('ended')
})

test('a camera that is allowed after the view was closed ends at once', async () => {
  const { track, stream } = createStream()
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const { screen } = await renderCamera(() => promise)
  screen.unmount()
  resolve(stream)
  await vi.waitFor(() => expect(track.readyState).toBe('ended'))
})

test('a camera that is unplugged is said to be gone', async () => {
  const { track, stream } = createStream()
  const { screen } = await renderCamera(async () => stream)
  await screen.findByRole('button', { name: 'Take the photo' })
  act(() => void track.dispatchEvent(new Event('ended')))
  screen.getByText(/^The camera does not answer\./)
})

test('a camera that failed opens on another try', async () => {
  const open = vi.fn<() => Promise<unknown>>(async () => createStream().stream)
  open.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  const { screen } = await renderCamera(open)
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Take the photo' })
  expect(screen.queryByRole('button', { name: 'Choose a file' })).toBe(null)
})

test('the camera at the back is asked for, without a microphone', async () => {
  const { getUserMedia } = await renderCamera(async () => createStream().stream)
  expect(getUserMedia).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ audio: false, video: expect.objectContaining({ facingMode: 'environment' }) }),
  )
})

test.each([
  ['passport', 125 / 88],
  ['card', 85.6 / 54],
] as const)('the frame of a %s has its shape', async (kind, shape) => {
  const { screen } = await renderCamera(async () => createStream().stream, kind)
  const frame = screen.baseElement.querySelector('video + div')?.className ?? ''
  const [, width, height] = /aspect-\[(\d+)\/(\d+)\]/.exec(frame) ?? []
  expect(Number(width) / Number(height)).toBeCloseTo(shape)
})

test('a photo that is sent twice before the browser has its file is sent once, with a name without marks', async () => {
  const { screen, onPhoto, save } = await sendPhoto()
  await userEvent.click(screen.getByRole('button', { name: 'Send this photo' }))
  expect(screen.getByRole('button', { name: 'Take again' }).hasAttribute('disabled')).toBe(true)
  save(new Blob(['jpeg']))
  expect(onPhoto.mock.calls.map(([{ name, type, size }]) => ({ name, type, size }))).toEqual([
    { name: 'Photo 1.jpg', type: 'image/jpeg', size: 4 },
  ])
})

test('a photo is not sent if the view is closed before the browser has its file', async () => {
  const { screen, onPhoto, save } = await sendPhoto()
  screen.unmount()
  save(new Blob(['jpeg']))
  expect(onPhoto).not.toHaveBeenCalled()
})

test('a photo of which the browser makes no file is said not to be sent, and can be taken again', async () => {
  const { screen, onPhoto, save } = await sendPhoto()
  save(null)
  screen.getByText('Your browser could not save the photo, so it was not sent. Take it again.')
  await userEvent.click(screen.getByRole('button', { name: 'Take again' }))
  screen.getByRole('button', { name: 'Take the photo' })
  expect(onPhoto).not.toHaveBeenCalled()
})
