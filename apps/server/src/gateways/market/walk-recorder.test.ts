import { symbols } from '@tradefront/rules/trading/symbols'
import { epochMs, getEpochRound } from '@tradefront/rules/trading/walk/epoch'
import { beforeEach, describe, expect, test } from 'vitest'

import { createTestBeacon } from '../../../test/fixtures/market/test-beacon.ts'
import { beganMs, createWalk, noon, type Walk } from '../../../test/fixtures/market/test-walk.ts'
import { hourMs, minuteMs } from '../../platform/clock.ts'

let walk: Walk
beforeEach(() => {
  walk = createWalk()
})

describe('without rounds', () => {
  test('the market is frozen: prices until then are known, those after it are not yet', async () => {
    const recorder = walk.openRecorder()
    await recorder.runUntil(noon)
    const feed = walk.openFeed()
    expect(await feed.getFreeze()).toBeNull()
    walk.beacon.stop()
    walk.clock.advance(10 * minuteMs)
    await recorder.tick()
    // The rounds until noon are out: those decide the epochs until 6 s later.
    const sinceMs = (await feed.getFreeze())?.sinceMs ?? 0
    expect(sinceMs).toBe(noon + 2 * epochMs)
    expect(await feed.getQuote('BTCUSD')).toBeNull()
    expect(await feed.findFirstQuote('BTCUSD', sinceMs - 200, noon + hourMs)).toMatchObject({ atMs: sinceMs - 200 })
    expect(await feed.findFirstQuote('BTCUSD', sinceMs, sinceMs + minuteMs)).toBeUndefined()
    expect((await feed.listQuotes('BTCUSD', noon, noon + hourMs)).at(-1)?.atMs).toBe(sinceMs - 200)
  })

  test('nothing is lost: when they come, prices are those of their times', async () => {
    const recorder = walk.openRecorder()
    await recorder.runUntil(noon)
    walk.beacon.stop()
    walk.clock.advance(10 * minuteMs)
    await recorder.tick()
    const feed = walk.openFeed()
    expect(await feed.getQuote('BTCUSD')).toBeNull()
    walk.beacon.start()
    walk.clock.advance(1000)
    await recorder.tick()
    expect(await feed.getFreeze()).toBeNull()
    const late = await feed.listQuotes('BTCUSD', noon, noon + minuteMs)
    const other = walk.createStore()
    for (let round = getEpochRound(walk.beacon.chain, beganMs); other.rounds.size < 2000; round += 1)
      other.rounds.set(round, walk.beacon.getRound(round))
    expect(late).toHaveLength(301)
    expect(late).toEqual(await walk.openFeed(other).listQuotes('BTCUSD', noon, noon + minuteMs))
  })

  test('one server after the other tries to reach the beacon', async () => {
    const cutOff = createTestBeacon(walk.clock)
    cutOff.stop()
    const [one, other] = [walk.openRecorder('one', cutOff), walk.openRecorder('other')]
    walk.clock.set(new Date(beganMs + 4 * epochMs))
    for (let second = 0; second < 20; second += 1) {
      walk.clock.advance(1000)
      await one.tick()
      await other.tick()
    }
    expect(cutOff.asked.length).toBeGreaterThan(0)
    expect(walk.store.rounds.size).toBeGreaterThan(5)
    expect(await walk.openFeed().getFreeze()).toBeNull()
  })

  test('a server that is cut off from the beacon agrees with the other one, during the outage and after it', async () => {
    const cutOff = createTestBeacon(walk.clock)
    cutOff.stop()
    const [one, other] = [walk.openRecorder('one', cutOff), walk.openRecorder('other')]
    const feeds = [walk.openFeed(walk.store, cutOff), walk.openFeed()]
    const startMs = beganMs + 4 * epochMs
    const expectSame = async () => {
      const untilMs = walk.clock.now().getTime()
      const [first, ...rest] = await Promise.all(
        [...feeds, walk.openFeed()].map((feed) => feed.listQuotes('BTCUSD', startMs, untilMs)),
      )
      expect(first).toHaveLength((untilMs - startMs) / 200 + 1)
      for (const each of rest) expect(each).toEqual(first)
      for (const feed of feeds) expect(await feed.getFreeze()).toBeNull()
    }
    walk.clock.set(new Date(startMs))
    for (let second = 0; second < 30; second += 1) {
      walk.clock.advance(1000)
      await one.tick()
      await other.tick()
    }
    await expectSame()
    // The call of this server returns, and the other server dies.
    cutOff.start()
    for (let second = 0; second < 30; second += 1) {
      walk.clock.advance(1000)
      await one.tick()
    }
    await expectSame()
  })
})

describe('what is recorded', () => {
  const listRecorded = async () =>
    Promise.all(
      symbols.map(({ name }) =>
        Promise.all([45, 50, 55].map((minute) => walk.store.findState(name, at(`11:${minute}:00`)))),
      ),
    )
  const at = (time: string) => Date.parse(`2026-11-18T${time}Z`)

  test('is the same after another server has taken over in the middle', async () => {
    const whole = walk.openRecorder()
    await whole.runUntil(at('11:56:00'))
    const expected = { states: await listRecorded(), candles: await walk.store.listCandles('BTCUSD', 60, noon, 100) }
    walk = createWalk()
    const [first, second] = [walk.openRecorder('first'), walk.openRecorder('second')]
    await first.runUntil(at('11:46:30'))
    // The server that recorded has died; its lease has to end.
    await second.runUntil(at('11:56:00'))
    expect(await listRecorded()).toEqual(expected.states)
    expect(await walk.store.listCandles('BTCUSD', 60, noon, 100)).toEqual(expected.candles)
  })

  test('is recorded by one server, and the other one asks the beacon for nothing', async () => {
    const idle = createTestBeacon(walk.clock)
    const [one, other] = [walk.openRecorder('one'), walk.openRecorder('other', idle)]
    await one.tick()
    for (let second = 0; second < 10; second += 1) {
      walk.clock.advance(1000)
      // The request comes first, when the newest round is not recorded yet.
      await other.tick()
      await one.tick()
    }
    expect(walk.beacon.asked.length).toBeGreaterThan(0)
    expect(idle.asked).toEqual([])
  })

  test('is not recorded before its five minutes are over', async () => {
    const recorder = walk.openRecorder()
    await recorder.runUntil(at('11:49:58'))
    // The rounds of the last epoch are out.
    expect(await walk.store.findState('BTCUSD', at('11:50:00'))).toBeNull()
    await recorder.runUntil(at('11:50:00'))
    expect(await walk.store.findState('BTCUSD', at('11:50:00'))).not.toBeNull()
  })
})
