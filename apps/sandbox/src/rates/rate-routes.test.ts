import { afterAll, beforeAll, expect, test } from 'vitest'

import { type SandboxFixture, startSandboxFixture } from '../testing/sandbox-fixture.ts'

let fixture: SandboxFixture
beforeAll(async () => {
  fixture = await startSandboxFixture(null, { now: () => 0 })
})
afterAll(() => fixture.close())

const readRates = async () => {
  const response = await fetch(`${fixture.url}/rates`)
  return response.ok ? response.json() : response.status
}

test('a price can be set, and moves by itself again', async () => {
  expect(await readRates()).toEqual({
    bitcoin: { usd: 67_250 },
    litecoin: { usd: 84.6 },
    ethereum: { usd: 3480 },
    dash: { usd: 32 },
  })
  await fixture.callControl('rates', { prices: { bitcoin: 50_000.5 } })
  expect(await readRates()).toMatchObject({ bitcoin: { usd: 50_000.5 }, ethereum: { usd: 3480 } })
  await fixture.callControl('rates', { prices: { bitcoin: null } })
  expect(await readRates()).toMatchObject({ bitcoin: { usd: 67_250 } })
})

test('the rates can be stopped and started again', async () => {
  expect(await fixture.callControl('rates', { is_stopped: true })).toEqual({ is_stopped: true, prices: null })
  expect(await readRates()).toBe(503)
  expect(await fixture.callControl('rates', { is_stopped: false })).toMatchObject({ is_stopped: false })
  expect(await readRates()).toMatchObject({ dash: { usd: 32 } })
})

test('a reset of the sandbox also resets the rates', async () => {
  await fixture.callControl('rates', { prices: { dash: 1 }, is_stopped: true })
  await fixture.callControl('reset', {})
  expect(await readRates()).toMatchObject({ dash: { usd: 32 } })
})

test('a price that is none is refused', async () => {
  expect(await fixture.callControl('rates', { prices: { bitcoin: 0 } })).toEqual({ error: expect.any(String) })
})
