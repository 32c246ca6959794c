import type { ApiCall } from '@tradefront/contract/call'
import { allCalls } from '@tradefront/contract/all-calls'
import { processors } from '@tradefront/processors/registry'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type TestApp, startTestApp } from './testing/app/test-app.ts'
import { additionalCalls, siteRoutes, specCalls } from './testing/app/spec-calls.ts'

/** Written in the contract and not served yet. Serving one means striking it off here. */
const unimplementedCalls = new Set([
  'GET /api/btc/invoice/:guid',
  'GET /api/eth/invoice/:guid',
  'GET /api/kayako/att',
  'GET /cli/orders',
  'GET /cli/transactions',
  'POST /api/bitcoin/currency',
  'POST /api/bitcoin/deposit',
  'POST /api/bitcoin/save',
  'POST /api/btc/check',
  'POST /api/btc/pay',
  'POST /api/card/fast/orangeppl',
  'POST /api/card/fast/skrill',
  'POST /api/card/listen/skrill',
  'POST /api/eth/check',
  'POST /api/eth/pay',
  'POST /api/fraud/attemps',
  'POST /api/kayako/close',
  'POST /api/kayako/drop',
  'POST /api/kayako/form',
  'POST /api/kayako/init',
  'POST /api/kayako/list',
  'POST /api/kayako/post',
  'POST /api/kayako/show',
  'POST /api/kayako/ticket',
  'POST /api/kayako/upload/:type/:mode',
  'POST /api/neteller',
  'POST /api/news/html',
  'POST /api/news/rss',
  'POST /api/pay/:method',
  'POST /api/promo',
  'POST /api/report/:method',
  'POST /api/report/quick',
  'POST /api/signals',
  'POST /api/tourney/current',
  'POST /api/tourney/get',
  'POST /api/tourney/last',
  'POST /api/triggers/promo',
  'POST /api/triggers/wd',
  'POST /api/triggers/wdr',
  'POST /api/unionpay/listen',
  'POST /api/us/history',
  'POST /api/us/ladder',
  'POST /api/us/reports',
  'POST /api/withdrawal',
  'POST /api/withdrawal/final',
])

let app: TestApp
let served: Set<string>

beforeAll(async () => {
  app = await startTestApp()
  served = readRoutes(app.http.printRoutes({ commonPrefix: false }))
})
afterAll(() => app.stop())

const sorted = (names: Iterable<string>) => [...names].toSorted()
const without = (names: Iterable<string>, others: ReadonlySet<string>) => sorted(names).filter((n) => !others.has(n))
const union = (...sets: ReadonlySet<string>[]) => new Set(sets.flatMap((set) => [...set]))
const nameOf = ({ method, path }: ApiCall) => `${method} ${path}`

test('the contract has every call of the documents and of ours, and no other', () => {
  const calls = [...allCalls, ...processors.flatMap((processor) => processor.calls.map(({ call }) => call))]
  const written = new Set(calls.map(nameOf))
  const expected = union(specCalls, additionalCalls)
  expect(without(expected, written), 'not in the contract').toEqual([])
  expect(without(written, expected), 'in the contract alone').toEqual([])
})

test('what a call says of its source is true', () => {
  const wrong = allCalls.filter((call) => (call.source === 'ours') === specCalls.has(nameOf(call)))
  expect(wrong.map(nameOf)).toEqual(['POST /api/pg/:page'])
})

test('the server serves nothing that is not written down', () => {
  expect(without(served, union(specCalls, additionalCalls, siteRoutes))).toEqual([])
})

test('the list of what is not served yet is exact', () => {
  expect(without(union(specCalls, additionalCalls), served)).toEqual(sorted(unimplementedCalls))
})

/** Parameters of one place that two routes call differently are drawn as `:name|:a`: the name that is written down is meant. */
function known(method: string, path: string): string {
  const written = union(specCalls, additionalCalls)
  const names = path
    .split('/')
    .reduce<string[]>(
      (paths, part, at) =>
        paths.flatMap((path_) => part.split('|').map((name) => (at === 0 ? name : `${path_}/${name}`))),
      [''],
    )
  return names.find((name) => written.has(`${method} ${name}`)) ?? path
}

/** Reads Fastify's drawing of its routes: four characters a level, `path (METHOD, …)` at the end of each line. */
function readRoutes(drawing: string): Set<string> {
  const parents: string[] = []
  const found = new Set<string>()
  for (const line of drawing.split('\n')) {
    const match = /^([ │]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?$/u.exec(line)
    if (!match) continue
    const [, indent = '', part = '', methods = ''] = match
    const depth = indent.length / 4
    const parent = parents[depth - 1] ?? ''
    // A wildcard is drawn without its slash.
    const path = parent + (part === '*' && !parent.endsWith('/') ? '/*' : part)
    parents[depth] = path
    // A parameter's pattern is no part of its name.
    const name = path.replaceAll(/:(\w+)\(\^?[^/]*\$\)/gu, ':$1')
    for (const method of methods.split(', ')) {
      if (method === 'GET' || method === 'POST') found.add(`${method} ${known(method, name)}`)
    }
  }
  return found
}
