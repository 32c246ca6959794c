import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { systemClock } from '../clock.ts'
import { type Claim, startDueWork } from './due-work.ts'
import { createRounds } from './rounds.ts'

/** Creates `count` items for each processor. DEAD never answers until `release`. */
function createScenario(counts: Readonly<Record<string, number>>) {
  const left = new Map(Object.entries(counts))
  const handled: string[] = []
  const errors: unknown[] = []
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  let inFlight = 0
  const seen = { maxInFlight: 0 }
  const onError = (error: unknown) => errors.push(error)
  const rounds = createRounds(onError)
  const work = {
    name: 'test',
    listDueQueues: async () => [...left].filter(([, count]) => count > 0).map(([name]) => name),
    claimDue: async (processor: string, { limit }: Claim) => {
      const taken = Math.min(left.get(processor) ?? 0, limit)
      left.set(processor, (left.get(processor) ?? 0) - taken)
      return Array.from({ length: taken }, () => processor)
    },
    handle: async (processor: string) => {
      if (processor === 'BROKEN') throw new Error('broken')
      if (processor === 'DEAD') {
        inFlight += 1
        seen.maxInFlight = Math.max(seen.maxInFlight, inFlight)
        await released
      }
      handled.push(processor)
    },
  }
  const start = () => startDueWork({ clock: systemClock, config: { waitScale: 1 }, rounds, onError }, work)
  return { start, waitForRounds: rounds.waitForRounds, handled, errors, seen, release }
}

test('a processor that does not answer delays only its own items, of which few are in progress', async () => {
  const { start, waitForRounds, handled, seen, release } = createScenario({ DEAD: 1000, ORANGE: 100 })
  for (let second = 0; second < 10; second += 1) {
    await start()
    await sleep(1)
  }
  expect(handled).toHaveLength(100)
  expect(seen.maxInFlight).toBe(20)
  release()
  await waitForRounds()
  expect(handled).toHaveLength(120)
})

test('an item that fails is reported, and the others are handled', async () => {
  const { start, waitForRounds, handled, errors } = createScenario({ BROKEN: 3, ORANGE: 2 })
  await start()
  await waitForRounds()
  expect(handled).toEqual(['ORANGE', 'ORANGE'])
  expect(errors).toHaveLength(3)
})
