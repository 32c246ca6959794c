// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { logCalls } from '@tradefront/contract/log'
import type { LogEntry } from '@tradefront/rules/log/log-entry'
import { cosignMemoryNote, createMemoryLog } from '@tradefront/rules/log/memory-log'
import { formatVerifierKey } from '@tradefront/rules/log/signed-note'
import { beforeEach, expect, test, vi } from 'vitest'

import { queryClient } from '../../platform/api/query-client.ts'
import { renderWithProviders } from '../../platform/testing/render-with-providers.tsx'
import { LogProof } from './log-proof.tsx'

const createEntries = (count: number): LogEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    ...({ kind: 'quotes', minuteMs: index * 60_000, count: 0, root: '00'.repeat(32) } as const),
  }))
const toText = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

let log = createMemoryLog(createEntries(600))
let told: Readonly<Record<string, unknown>>
let cosignature = ''
let isDown = false
beforeEach(() => {
  localStorage.clear()
  log = createMemoryLog(createEntries(600))
  told = { key: formatVerifierKey(log.key), signedAtMs: Date.UTC(2026, 10, 26), witnessKeys: [], prices: 'drand' }
  cosignature = ''
  isDown = false
})

async function visit(locale: 'en' | 'ru' = 'en') {
  const view = await renderWithProviders(<LogProof />, { texts: ['log'], locale })
  vi.stubGlobal('fetch', async (url: string) => {
    if (isDown) return new Response('', { status: 502 })
    if (url === logCalls.getLog.path) return Response.json({ return: true, ...told })
    const bytes = await log.fetchFile(url.slice('/log/'.length), 0)
    if (bytes === null) return new Response('', { status: 404 })
    return new Response(url === '/log/checkpoint' ? toText(bytes) + cosignature : (bytes as Uint8Array<ArrayBuffer>))
  })
  return view
}
const visitAgain = async () => {
  queryClient.clear()
  document.body.innerHTML = ''
  return visit()
}

test('a first visit shows the state of the log, and what is and is not proven', async () => {
  await visit()
  expect(await screen.findByText('The log is signed')).toBeTruthy()
  expect(screen.getByText('600')).toBeTruthy()
  expect(screen.getByText(formatVerifierKey(log.key))).toBeTruthy()
  expect(screen.getByText(/^Without witnesses, we could show you another log/)).toBeTruthy()
  expect(screen.getByText(/^The random numbers come from drand/)).toBeTruthy()
  expect(screen.getByText(/^npm run verify -- http/)).toBeTruthy()
})

test('a log that has grown continues what was seen before', async () => {
  await visit()
  await screen.findByText('The log is signed')
  log = createMemoryLog(createEntries(1000))
  await visitAgain()
  expect(await screen.findByText('The log is signed, and continues what this browser saw before')).toBeTruthy()
  expect(screen.getByText(/it had 600 entries/)).toBeTruthy()
})

test.each([
  [
    'another history',
    () =>
      createMemoryLog([...createEntries(1000)].with(3, { kind: 'totals', date: '2026-11-25', hash: 'ab'.repeat(32) })),
  ],
  ['a shorter one', () => createMemoryLog(createEntries(599))],
])('%s is found, also on the visit after that', async (_what, create) => {
  await visit()
  await screen.findByText('The log is signed')
  log = create()
  for (let time = 0; time < 2; time += 1) {
    await visitAgain()
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The log does not continue what this browser saw before',
    )
    expect(screen.queryByText('What is proven')).toBeNull()
  }
})

test('another key than before is found', async () => {
  const { key: before, note } = createMemoryLog(createEntries(600), 8)
  localStorage.setItem('tradefront.log', JSON.stringify({ key: formatVerifierKey(before), note }))
  await visit()
  const { textContent } = await screen.findByRole('alert')
  expect(textContent).toContain('The log has another key than on your last visit')
  expect(textContent).toContain(formatVerifierKey(before))
})

test('what is stored and cannot be read counts as a first visit', async () => {
  localStorage.setItem('tradefront.log', JSON.stringify({ key: formatVerifierKey(log.key), note: 'x' }))
  await visit()
  expect(await screen.findByText('The log is signed')).toBeTruthy()
})

test('a signature that is not that of the key is found', async () => {
  told = { ...told, key: formatVerifierKey({ ...log.key, publicKey: log.key.publicKey.map((byte) => byte ^ 1) }) }
  await visit()
  expect((await screen.findByRole('alert')).textContent).toContain('The log is not signed by its key')
})

test('witnesses are shown with the time of their signature', async () => {
  const [one, two] = ['witness.example/1', 'witness.example/2'].map((name) =>
    cosignMemoryNote(log.note, name, Date.UTC(2026, 10, 26, 10, 20)),
  )
  cosignature = one?.line ?? ''
  told = {
    ...told,
    witnessKeys: [one, two].flatMap((each) => (each ? [formatVerifierKey(each.key)] : [])),
    prices: 'sandbox_beacon',
  }
  await visit()
  expect(await screen.findByText(/^witness\.example\/1, on /)).toBeTruthy()
  expect(screen.getByText('witness.example/2: not confirmed yet')).toBeTruthy()
  expect(screen.getByText(/confirmed by its witnesses/)).toBeTruthy()
  expect(screen.getByText(/test beacon beside this site/)).toBeTruthy()
})

test('before the first entry, it says that there is no log', async () => {
  told = { ...told, key: null }
  await visit('ru')
  expect(await screen.findByText('Журнал пуст')).toBeTruthy()
})

test('a failure says so, and nothing about the log', async () => {
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  isDown = true
  await visit()
  expect((await screen.findByRole('alert')).textContent).toContain('The public log could not be loaded.')
})
