import { createIndicatorChoice, indicatorKinds } from '@tradefront/rules/charts/indicators'
import { fastPeriod, signalCandleSeconds, slowPeriod } from '@tradefront/rules/signals/crossings'
import { candleSeconds } from '@tradefront/rules/trading/candles'
import { expect, test } from 'vitest'

import { applyChartView, parseChartView } from './chart-view.ts'
import { changeChart, defaultWorkspace } from './workspace.ts'

test('the address of a link names symbol, time frame and averages', () => {
  const view = parseChartView({ chart: 'BTCUSD', seconds: 300, averages: 1, more: 1 })
  expect(view).toEqual({ symbol: 'BTCUSD', seconds: 300, hasAverages: true })
  expect(parseChartView({ chart: 'BTCUSD', seconds: 60 })).toMatchObject({ hasAverages: false })
  for (const search of [{}, { chart: 'BTCUSD' }, { chart: 'BTCUSD', seconds: 61 }, { chart: 1, seconds: 60 }])
    expect(parseChartView(search)).toBeNull()
})

test('a view changes the active chart only, and keeps its other indicators', () => {
  const before = changeChart({ ...defaultWorkspace, activeChart: 1 }, 1, {
    indicators: [createIndicatorChoice('rsi'), { name: 'ema', values: [7] }],
  })
  const after = applyChartView(before, { symbol: 'XAUUSD', seconds: 300, hasAverages: true })
  expect(after.charts[1]).toMatchObject({
    symbol: 'XAUUSD',
    seconds: 300,
    indicators: (['sma', 'ema', 'rsi'] as const).map(createIndicatorChoice),
  })
  expect(after.charts[0]).toEqual(before.charts[0])
})

test('the averages of signals are those of the chart', () => {
  expect([fastPeriod, slowPeriod]).toEqual(
    [indicatorKinds.sma, indicatorKinds.ema].map(({ inputs: [period] }) => period.initial),
  )
  expect(candleSeconds).toContain(signalCandleSeconds)
})
