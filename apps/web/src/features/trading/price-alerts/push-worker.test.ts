import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'

import { beforeEach, expect, test, vi } from 'vitest'

const code = readFileSync(join(import.meta.dirname, '../../../../public/push-worker.js'), 'utf8')
const origin = 'https://trade.example'

type Page = { readonly url: string; readonly visibilityState?: 'visible' | 'hidden' }

let listeners: Map<string, (event: object) => void>
const showNotification = vi.fn<(title: string, options: object) => Promise<void>>()
const openWindow = vi.fn<(url: string) => Promise<void>>()
const navigate = vi.fn<(url: string) => Promise<void>>()
beforeEach(() => vi.clearAllMocks())

/** Runs the worker while these pages are open. */
function startWorker(...pages: readonly Page[]): void {
  listeners = new Map()
  const windows = pages.map((page) => ({ visibilityState: 'visible', ...page, focus: async () => ({ navigate }) }))
  const self = {
    location: { origin },
    registration: { showNotification },
    clients: { matchAll: async () => windows, openWindow },
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
  }
  runInNewContext(code, { self, URL })
}

/** Dispatches an event, and waits until the worker has handled it. */
async function dispatch(name: string, event: object): Promise<void> {
  let work: Promise<unknown> = Promise.resolve()
  listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) })
  await work
}

const content = {
  title: 'Gold rose to 2,650.55',
  body: 'Your alert at 2,650.00',
  path: '/en/trading#/home?chart=XAUUSD',
}
const push = () => dispatch('push', { data: { json: () => content } })
const close = vi.fn<() => void>()
const press = (path: string) => dispatch('notificationclick', { notification: { close, data: { path } } })

test.each([
  ['no page is open', []],
  ['the trading area is in a tab behind another one', [{ url: `${origin}/en/trading`, visibilityState: 'hidden' }]],
  ['only another page of the site is looked at', [{ url: `${origin}/en/show/fees` }]],
] as [string, Page[]][])('a message is shown while %s', async (_what, pages) => {
  startWorker(...pages)
  await push()
  expect(showNotification).toHaveBeenCalledExactlyOnceWith(content.title, {
    body: content.body,
    icon: '/icon-192.png',
    data: { path: content.path },
  })
})

test('a message is not shown while a person looks at the trading area, which shows the alert itself', async () => {
  startWorker({ url: `${origin}/en/trading#/show/history` })
  await push()
  expect(showNotification).not.toHaveBeenCalled()
})

test('a press opens the chart, in the page of the trading area if there is one', async () => {
  startWorker({ url: `${origin}/en/show/fees` })
  await press(content.path)
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}${content.path}`)
  startWorker({ url: `${origin}/en/trading#/show/history`, visibilityState: 'hidden' })
  await press(content.path)
  expect(navigate).toHaveBeenCalledExactlyOnceWith(`${origin}${content.path}`)
  expect(openWindow).toHaveBeenCalledOnce()
  expect(close).toHaveBeenCalledTimes(2)
})

test.each(['https://evil.example/', '//evil.example/', 'javascript:alert(1)'])(
  'a press never opens %s',
  async (path) => {
    startWorker()
    await press(path)
    expect(openWindow).not.toHaveBeenCalled()
  },
)
