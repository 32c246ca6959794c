// @vitest-environment jsdom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { pagesCalls } from '@tradefront/contract/pages'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

const address = '/api/pg/funding'
const reply = { return: true, page: 'funding', language: 'en', title: 'From the page', html: '<p>Words</p>' }

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

function bringReplies(replies: object): void {
  const script = document.createElement('script')
  script.id = 'replies'
  script.type = 'application/json'
  script.textContent = JSON.stringify(replies)
  document.body.append(script)
}

/** A query as a feature defines it, in a page that has just been loaded. */
async function createQuery() {
  const { startWithPageReply } = await import('./page-replies.ts')
  const client = new QueryClient()
  const load = vi.fn<() => Promise<string>>(async () => 'From the call')
  const options = {
    queryKey: ['page'],
    queryFn: load,
    staleTime: 5000,
    ...startWithPageReply(pagesCalls.getPage, { params: { page: 'funding' } }, ({ title }) => title),
  }
  return {
    client,
    load,
    observe: () => {
      const observer = new QueryObserver(client, options)
      onTestFinished(observer.subscribe(() => undefined))
      return observer
    },
  }
}

test('a query shows at once what came with the page, and loads it again', async () => {
  bringReplies({ [address]: reply })
  const { observe, load } = await createQuery()
  const observer = observe()
  expect(observer.getCurrentResult().data).toBe('From the page')
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('From the call'))
  expect(load).toHaveBeenCalledOnce()
})

test('a query that begins once more does not show what came with the page again', async () => {
  bringReplies({ [address]: reply })
  const { observe, client } = await createQuery()
  observe()
  client.removeQueries()
  expect(observe().getCurrentResult().data).toBeUndefined()
})

test.each([
  ['the page brought nothing', null],
  ['it brought the reply of another call', { '/api/pg/other': reply }],
  ['its reply is not valid, e.g. that of another version', { [address]: { ...reply, title: undefined } }],
])('a query waits for its call if %s', async (_when, replies) => {
  if (replies !== null) bringReplies(replies)
  const { observe, load } = await createQuery()
  expect(observe().getCurrentResult().data).toBeUndefined()
  expect(load).toHaveBeenCalledOnce()
})

test('what came with the page is not shown after a minute, e.g. on a screen that is opened later', async () => {
  bringReplies({ [address]: reply })
  const { observe } = await createQuery()
  vi.advanceTimersByTime(60_000)
  expect(observe().getCurrentResult().data).toBeUndefined()
})
