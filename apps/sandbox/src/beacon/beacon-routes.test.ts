import { findRoundAt, parseChainInfo } from '@tradefront/rules/trading/beacon/beacon-chain'
import { parseRound, verifyRounds } from '@tradefront/rules/trading/beacon/beacon-round'
import { fastify } from 'fastify'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { beaconRoutes, registerBeaconControl } from './beacon-routes.ts'
import { createSimulatedBeacon } from './simulated-beacon.ts'

const nowMs = Date.parse('2026-11-26T10:00:00Z')
const beacon = createSimulatedBeacon('a secret of tests', { now: () => nowMs })
const { chain } = beacon
const now = findRoundAt(chain, nowMs)
const app = fastify()
await app.register(beaconRoutes({ beacon }))
registerBeaconControl(app, { beacon })
beforeEach(() => beacon.clear())
afterAll(() => app.close())

const get = async (path: string) => {
  const reply = await app.inject({ url: `/beacon/${path}` })
  return { status: reply.statusCode, body: reply.body }
}
const control = async (payload: object) => {
  const reply = await app.inject({ method: 'POST', url: '/control/beacon', payload })
  return { status: reply.statusCode, json: reply.json() as unknown }
}

test('the information of the chain can be read as that of a real one', async () => {
  const { status, body } = await get(`${chain.hash}/info`)
  expect(status).toBe(200)
  expect(parseChainInfo(JSON.parse(body))).toEqual(chain)
})

test.each([`${now}`, 'latest', '0'])('the reply of /public/%s is a verified round', async (path) => {
  const { status, body } = await get(`${chain.hash}/public/${path}`)
  const round = parseRound(JSON.parse(body))
  expect([status, round?.round]).toEqual([200, now])
  expect(JSON.parse(body)).toMatchObject({ randomness: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(round && verifyRounds(chain, [round])).toBe(true)
})

test.each([
  [`${chain.hash}/public/${now + 1}`, 404],
  [`${'0'.repeat(64)}/public/${now}`, 404],
  [`${'0'.repeat(64)}/info`, 404],
  [`${chain.hash}/public/x`, 400],
  [`${chain.hash}/public/-1`, 400],
])('the status of %s is %d', async (path, status) => {
  expect((await get(path)).status).toBe(status)
})

test('a dead beacon refuses, a broken one has half a reply', async () => {
  beacon.setFaults({ act: 'dead' })
  expect((await get(`${chain.hash}/public/latest`)).status).toBe(503)
  beacon.setFaults({ act: 'broken' })
  const { body } = await get(`${chain.hash}/public/latest`)
  expect(() => JSON.parse(body) as unknown).toThrow()
})

test('faults can be set, and a beacon can be stopped and started', async () => {
  const missing = [{ from: now, to: now }]
  expect(await control({ act: 'wrong_round', delay_ms: 10, missing })).toEqual({
    status: 200,
    json: { chain: chain.hash, act: 'wrong_round', delay_ms: 10, is_stopped: false, missing, latest: now },
  })
  expect(await control({ act: 'none', delay_ms: 0, missing: [], is_stopped: true })).toMatchObject({
    json: { act: 'none', is_stopped: true, latest: now },
  })
  expect(await control({ is_stopped: false })).toMatchObject({ json: { is_stopped: false, missing: [] } })
  expect((await control({ act: 'unknown' })).status).toBe(400)
})
