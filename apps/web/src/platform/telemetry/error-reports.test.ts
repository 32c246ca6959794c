import { telemetryCalls } from '@tradefront/contract/telemetry'
import { describe, expect, test } from 'vitest'

import { ApiError } from '../api/api-error.ts'
import { createReportLimiter, toErrorReport, type ErrorReport } from './error-reports.ts'

const page =
  'https://trade.example/en/trading?transaction_id=tx-51830#/listen/funding/pfs/3e54e3f2-4c3c-4a58-9d6a-2c9b9f0a1b2c/x'

describe('a report', () => {
  test.each([
    ['an error', new TypeError('x is no row'), { url: 'https://trade.example/assets/a.js?v=1', line: 3, column: 5 }],
    ['a text', 'just a text', {}],
    ['an object', { code: 7 }, {}],
    ['an object that holds itself', Object.assign({}, { self: null as unknown }), {}],
    ['nothing but words', undefined, { message: 'ResizeObserver loop', line: Number.NaN, column: -1 }],
    ['control characters', new Error('a\u0000b\u0007c'), {}],
    ['far too much', new Error('x'.repeat(100_000)), { url: `https://a.example/${'y'.repeat(5000)}`, line: 1e12 }],
  ])('%s fits the call', (_what, thrown, at) => {
    if (typeof thrown === 'object' && 'self' in thrown) thrown.self = thrown
    const made = toErrorReport(thrown, at, page)
    expect(telemetryCalls.reportError.body.safeParse(made).success).toBe(true)
  })

  test('names the page without its query and references', () => {
    const made = toErrorReport(new Error('no'), {}, page)
    expect(made?.url).toBe('https://trade.example/en/trading#/listen/funding/pfs/*/x')
    expect(JSON.stringify(made)).not.toMatch(/tx-51830|3e54e3f2/)
  })

  test('keeps what belongs to the trader to itself', () => {
    const made = toErrorReport(new Error('ada@example.com has 4242 4242 4242 4242 and password=sesame'), {}, page)
    expect(JSON.stringify(made)).not.toMatch(/ada|4242|sesame/)
  })

  test.each([
    ['a call that was refused', new ApiError('refused', 409, 'errors.conflict', 'No.'), {}],
    ['a server that is away', new ApiError('transport', 0, 'errors.unreachable', ''), {}],
    ['a call that was given up', new DOMException('gone', 'AbortError'), {}],
    ['another site’s script', null, { message: 'Script error.' }],
    ['nothing at all', undefined, {}],
  ])('%s is not reported', (_what, thrown, at) => {
    expect(toErrorReport(thrown, at, page)).toBeNull()
  })
})

describe('what goes out', () => {
  const error = (message: string): ErrorReport => ({
    error: message,
    url: '/a.js',
    lineNumber: 1,
    column: 1,
    object: '',
  })
  const words = [...'abcdefghijklmnopqrstuvwxyz']

  test('is each error once, however often it comes', () => {
    const { tryAcquire: admit } = createReportLimiter()
    expect(admit(error('row 1'), 0)).toBe(true)
    expect(admit(error('row 2'), 0)).toBe(false)
    expect(admit(error('row 1'), 10 * 60_000)).toBe(false)
  })

  test('is five in a minute', () => {
    const { tryAcquire: admit } = createReportLimiter()
    expect(words.filter((word) => admit(error(word), 0))).toHaveLength(5)
    expect(words.filter((word) => admit(error(word), 59_999))).toHaveLength(0)
    expect(words.filter((word) => admit(error(word), 60_000))).toHaveLength(5)
  })

  test('is twenty from one page', () => {
    const { tryAcquire: admit } = createReportLimiter()
    const sent = Array.from({ length: 100 }, (_, minute) => words.filter((word) => admit(error(word), minute * 60_000)))
    expect(sent.flat()).toHaveLength(20)
  })
})
