import { describe, expect, test } from 'vitest'

import { buildFrameUrl, parseFrameMessage } from './frame-messages.ts'

const url = 'https://chat.example/chat'
const window = {} as Window
const from = (data: unknown, more: object = {}) => ({ data, origin: 'https://chat.example', source: window, ...more })

test.each([
  [{ chat: true, type: 'ready' }],
  [{ chat: true, type: 'opened', conversation: 'c-1' }],
  [{ chat: true, type: 'token' }],
  [{ chat: true, type: 'unread', count: 3 }],
  [{ chat: true, type: 'close' }],
])('%j is accepted', (data) => {
  expect(parseFrameMessage(from(data), window, url)).toEqual(data)
})

describe('a message is ignored', () => {
  const ready = { chat: true, type: 'ready' }
  test.each([
    ['another origin', from(ready, { origin: 'https://evil.example' }), window],
    ['an origin with the same beginning', from(ready, { origin: 'https://chat.example.evil.example' }), window],
    ['another window', from(ready, { source: {} }), window],
    ['no window', from(ready, { source: null }), null],
    ['a count that is not a number', from({ chat: true, type: 'unread', count: '<b>' }), window],
    ['a count that is too large', from({ chat: true, type: 'unread', count: 1e9 }), window],
    ['an unknown type', from({ chat: true, type: 'go', url: 'https://evil.example' }), window],
    ['text', from('ready'), window],
    ['nothing', from(null), window],
  ])('%s', (_what, event, frame) => {
    expect(parseFrameMessage(event, frame, url)).toBeNull()
  })
})

test('the address of the frame keeps its parameters and adds language and theme', () => {
  expect(buildFrameUrl('https://chat.example/chat?shop=7', 'ru', 'dark')).toBe(
    'https://chat.example/chat?shop=7&lang=ru&theme=dark',
  )
})
