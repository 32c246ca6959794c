// @vitest-environment jsdom
import { act } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

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
  HTMLMediaElement.prototype.play = async () => undefined
})

/** @param open what the browser does when the page asks for the camera */
async function renderCamera(open: () => Promise<unknown>) {
  const getUserMedia = vi.fn<() => Promise<unknown>>(open)
  stubMediaDevices({ getUserMedia })
  const onFiles = vi.fn<(files: readonly File[]) => void>()
  const events = { onPhoto: () => undefined, onFiles, onClose: () => undefined }
  const view = <CameraView kind="card" label="Payment card" name="Photo 1.jpg" {...events} />
  const screen = await renderWithProviders(view, { texts: ['documents', 'camera'] })
  return { screen, getUserMedia, onFiles }
}

function createStream() {
  const track = new TestTrack()
  return { track, stream: { getTracks: () => [track] } }
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
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose a file' }))
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
