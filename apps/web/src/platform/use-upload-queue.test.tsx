// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'

import { useUploadQueue } from './use-upload-queue.ts'

/** Renders a queue whose uploads the test ends one by one. */
function renderQueue() {
  const sent: { readonly name: string; readonly signal: AbortSignal; readonly end: () => void }[] = []
  const { result } = renderHook(() =>
    useUploadQueue({
      check: async (file) => (file.name.endsWith('.gif') ? 'Wrong type' : null),
      send: (file, { signal }) =>
        new Promise<void>((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
          sent.push({ name: file.name, signal, end: resolve })
        }),
      describeFailure: () => ({ error: 'Not sent', canRetry: true }),
      onSent: async () => undefined,
    }),
  )
  return {
    sent,
    add: (...names: string[]) => act(async () => result.current.addFiles(names.map((name) => new File([], name)))),
    end: (place: number) => act(async () => sent[place]?.end()),
    remove: (name: string) =>
      act(async () => result.current.removeUpload(result.current.uploads.find((each) => each.name === name)?.id ?? '')),
    listUploads: () => result.current.uploads.map(({ name, status, error }) => [name, status, error]),
  }
}

test('files that are chosen together are uploaded one after the other', async () => {
  const { sent, add, end, listUploads } = renderQueue()
  await add('front.jpg', 'back.jpg')
  expect(sent.map(({ name }) => name)).toEqual(['front.jpg'])
  expect(listUploads()).toEqual([
    ['front.jpg', 'loading', ''],
    ['back.jpg', 'loading', ''],
  ])
  await end(0)
  expect(sent.map(({ name }) => name)).toEqual(['front.jpg', 'back.jpg'])
  expect(listUploads()).toEqual([['back.jpg', 'loading', '']])
  await end(1)
  expect(listUploads()).toEqual([])
})

test('an upload that is cancelled is aborted and leaves no row, and the next one begins', async () => {
  const { sent, add, remove, listUploads } = renderQueue()
  await add('front.jpg', 'back.jpg')
  await remove('front.jpg')
  expect(sent[0]?.signal.aborted).toBe(true)
  expect(sent.map(({ name }) => name)).toEqual(['front.jpg', 'back.jpg'])
  expect(listUploads()).toEqual([['back.jpg', 'loading', '']])
})

test('a file that is refused before it is sent shows its error until other files are chosen', async () => {
  const { sent, add, listUploads } = renderQueue()
  await add('scan.gif')
  expect(listUploads()).toEqual([['scan.gif', 'error', 'Wrong type']])
  await add('scan.jpg')
  expect(listUploads()).toEqual([['scan.jpg', 'loading', '']])
  expect(sent.map(({ name }) => name)).toEqual(['scan.jpg'])
})
