import { describe, expect, test } from 'vitest'

import { findSymbol } from '../symbols.ts'
import { computeHistoryDay, computeHistoryStart, deriveHistoryKey, historyStepsPerDay } from './price-history.ts'

const bitcoin = findSymbol('BTCUSD')
if (bitcoin === undefined) throw new Error('no bitcoin')
const key = deriveHistoryKey(new Uint8Array(32).fill(9), 'BTCUSD')
const date = '2026-11-25'
const end = 6_725_000

describe('a day before the installation', () => {
  const { startPoints, points } = computeHistoryDay(bitcoin, key, date, end)

  test('is the same in every engine', () => {
    expect([startPoints, points[1], points[9000], points.at(-1)]).toMatchInlineSnapshot(`
      [
        6975483,
        6975041,
        6735576,
        6725341,
      ]
    `)
  })

  test('leads from its start to its end', () => {
    expect(points).toHaveLength(historyStepsPerDay)
    expect(points[0]).toBe(startPoints)
    const stepDeviation = (startPoints * 0.025) / Math.sqrt(historyStepsPerDay)
    expect(Math.abs((points.at(-1) ?? 0) - end)).toBeLessThan(6 * stepDeviation)
  })

  test('has the start that is computed without its prices', () => {
    expect(computeHistoryStart(bitcoin, key, date, end)).toBe(startPoints)
  })

  test('can end during the day, on the day of the installation', () => {
    const short = computeHistoryDay(bitcoin, key, date, end, 720)
    expect(short.points).toHaveLength(720)
    expect(short.startPoints).toBe(computeHistoryStart(bitcoin, key, date, end, 720))
    const hour = Math.abs(short.startPoints - end) / (end * 0.025 * Math.sqrt(720 / historyStepsPerDay))
    const day = Math.abs(startPoints - end) / (startPoints * 0.025)
    expect(hour).toBeCloseTo(day, 1)
  })

  test('moves as far as the symbol does', () => {
    let squares = 0
    for (let step = 1; step < historyStepsPerDay; step += 1)
      squares += ((points[step] ?? 0) / (points[step - 1] ?? 1) - 1) ** 2
    expect(Math.sqrt(squares) / 0.025).toBeCloseTo(1, 1)
  })

  test('has only whole points above zero', () => {
    const cheap = computeHistoryDay(bitcoin, key, date, 1)
    expect(cheap.points.every((each) => Number.isInteger(each) && each >= 1)).toBe(true)
  })
})

test('other days, symbols and seeds have other prices', () => {
  const starts = [
    computeHistoryStart(bitcoin, key, date, end),
    computeHistoryStart(bitcoin, key, '2026-11-24', end),
    computeHistoryStart(bitcoin, deriveHistoryKey(new Uint8Array(32).fill(9), 'ETHUSD'), date, end),
    computeHistoryStart(bitcoin, deriveHistoryKey(new Uint8Array(32), 'BTCUSD'), date, end),
  ]
  expect(new Set(starts).size).toBe(4)
})

test('days move by the daily volatility on average', () => {
  const days = 1000
  const squares = Array.from({ length: days }, (_, day) => {
    const start = computeHistoryStart(bitcoin, key, `day ${day}`, 1_000_000_000)
    return (1_000_000_000 / start - 1) ** 2
  }).reduce((sum, square) => sum + square, 0)
  expect(Math.abs(squares / days / 0.025 ** 2 - 1)).toBeLessThan(5 * Math.sqrt(2 / days))
})
