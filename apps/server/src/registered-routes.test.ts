import { subscribe, unsubscribe } from 'node:diagnostics_channel'

import type { ApiCall } from '@tradefront/contract/call'
import { allCalls } from '@tradefront/contract/all-calls'
import { processors } from '@tradefront/processors/registry'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type TestApp, startTestApp } from '../test/fixtures/app/test-app.ts'
import { siteRoutes, specCalls } from '../test/fixtures/app/spec-calls.ts'

let app: TestApp
let served: Set<string>

beforeAll(async () => {
  served = new Set()
  const collect = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      // A parameter's pattern is not part of its name.
      const path = url.replaceAll(/:(\w+)\(\^?[^/]*\$\)/gu, ':$1')
      for (const name of [method].flat()) if (name === 'GET' || name === 'POST') served.add(`${name} ${path}`)
    })
  }
  subscribe('fastify.initialization', collect)
  app = await startTestApp()
  unsubscribe('fastify.initialization', collect)
})
afterAll(() => app.stop())

const sorted = (names: Iterable<string>) => [...names].toSorted()
const without = (names: Iterable<string>, others: ReadonlySet<string>) => sorted(names).filter((n) => !others.has(n))
const union = (...sets: ReadonlySet<string>[]) => new Set(sets.flatMap((set) => [...set]))
const nameOf = ({ method, path }: ApiCall) => `${method} ${path}`

const calls = [...allCalls, ...processors.flatMap((processor) => processor.calls.map(({ call }) => call))]
const contract: ReadonlySet<string> = new Set(calls.map(nameOf))

test('the contract has every call of the specification', () => {
  expect(without(specCalls, contract)).toEqual([])
})

test('the source of a call is "ours" exactly if the specification does not have it', () => {
  const wrong = allCalls.filter((call) => (call.source === 'ours') === specCalls.has(nameOf(call)))
  // The specification has this as GET.
  expect(wrong.map(nameOf)).toEqual(['POST /api/pg/:page'])
})

test('the server serves every call of the contract, and no other', () => {
  expect(without(contract, served), 'not served').toEqual([])
  expect(without(served, union(contract, siteRoutes)), 'not in the contract').toEqual([])
})
