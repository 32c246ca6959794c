// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest'

const vibrate = vi.fn<(ms: number) => boolean>()
const started = vi.fn<(at: number) => void>()
const activation = { hasBeenActive: true }

beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
  vi.clearAllMocks()
  activation.hasBeenActive = true
  Object.assign(navigator, { vibrate, userActivation: activation })
  vi.stubGlobal('AudioContext', StubAudio)
})

class StubAudio {
  currentTime = 0
  destination = {}
  resume = () => Promise.resolve()
  createGain = () => ({
    gain: { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} },
    connect: () => {},
  })
  createOscillator = () => ({
    frequency: {},
    start: started,
    stop: () => {},
    connect: <T>(next: T) => next,
  })
}

/** Loads the module again, as a page that was just opened does. */
const open = () => import('./result-signals.ts')
/** Counts how often a trade that ends is heard and felt. */
const countSignals = async (): Promise<readonly [number, number]> => {
  vi.clearAllMocks()
  ;(await open()).signalResult()
  return [started.mock.calls.length, vibrate.mock.calls.length]
}

test('a trade that ends is neither heard nor felt unless the trader has switched it on', async () => {
  expect(await countSignals()).toEqual([0, 0])
})

test.each([
  ['sound', [1, 0]],
  ['vibration', [0, 1]],
] as const)('%s is played when it is switched on, remembered, and switched off again', async (name, played) => {
  ;(await open()).toggleResultSignal(name)
  expect([started.mock.calls.length, vibrate.mock.calls.length]).toEqual(played)
  vi.resetModules()
  expect(await countSignals()).toEqual(played)
  vi.clearAllMocks()
  ;(await open()).toggleResultSignal(name)
  expect([started.mock.calls.length, vibrate.mock.calls.length]).toEqual([0, 0])
  vi.resetModules()
  expect(await countSignals()).toEqual([0, 0])
})

test('nothing is played before the first press on a page', async () => {
  const { toggleResultSignal } = await open()
  toggleResultSignal('sound')
  toggleResultSignal('vibration')
  activation.hasBeenActive = false
  expect(await countSignals()).toEqual([0, 0])
})
