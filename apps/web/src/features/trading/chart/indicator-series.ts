import type { PriceCandle } from '@tradefront/contract/trading'
import {
  calculateFutureSpans,
  calculateIndicator,
  countDecidingCandles,
  indicatorLineNames,
} from '@tradefront/rules/charts/calculate-indicator'
import { type IndicatorChoice, indicatorKinds } from '@tradefront/rules/charts/indicators'
import {
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type PriceFormatCustom,
  type UTCTimestamp,
} from 'lightweight-charts'

import type { Format } from '../../../platform/i18n/format.ts'
import type { ChartColors } from './chart-colors.ts'
import type { ChartAxes } from './chart-engine.ts'
import { IchimokuCloud } from './ichimoku-cloud.ts'
import {
  changingLines,
  countIndicatorDigits,
  indicatorLevels,
  indicatorLooks,
  type LineStyleName,
} from './indicator-styles.ts'

type LineApi = ISeriesApi<'Line'> | ISeriesApi<'Histogram'>
type Shown = {
  readonly choice: IndicatorChoice
  /** Number of the pane. The prices have 0. */
  readonly pane: number
  readonly lines: readonly LineApi[]
  /** Values of each line, one for each candle. */
  values: (number | null)[][]
}

/** Values of an indicator at one candle, one for each line. */
export type IndicatorReadout = {
  readonly choice: IndicatorChoice
  readonly pane: number
  readonly values: readonly (number | null)[]
}

export type IndicatorSeriesOptions = {
  readonly chart: IChartApi
  readonly format: Format
  readonly digits: number
  readonly toTime: (atMs: number) => UTCTimestamp
  readonly getColors: () => ChartColors
  readonly axes: ChartAxes
  readonly seconds: number
}

/** Height of a pane below the prices, as a part of theirs. */
const paneStretch = 0.3

/** Creates the lines of indicators, over the prices and in panes below them. */
export function createIndicatorSeries(options: IndicatorSeriesOptions) {
  const { chart, format, digits, toTime, getColors, axes, seconds } = options
  let shown: Shown[] = []
  let candles: readonly PriceCandle[] = []

  const showAll = (indicator: Shown): void => {
    indicator.values = calculateIndicator(indicator.choice, candles).map((series) => [...series])
    for (const [index, line] of indicator.lines.entries())
      line.setData(
        candles.map(({ startMs }, at) => {
          const value = indicator.values[index]?.[at] ?? null
          return value === null ? { time: toTime(startMs) } : { time: toTime(startMs), value }
        }),
      )
  }
  const cloud = new IchimokuCloud(axes, getColors)
  const showCloud = (): void => {
    const indicator = shown.find(({ choice }) => choice.name === 'ichimoku')
    const last = candles.at(-1)
    if (indicator === undefined || last === undefined) return cloud.setPoints([], 0)
    const toMiddle = (startMs: number): number => startMs + seconds * 500
    const [, , spanA, spanB] = indicator.values
    const past = candles.flatMap(({ startMs }, index) => {
      const [a, b] = [spanA?.[index] ?? null, spanB?.[index] ?? null]
      return a === null || b === null ? [] : [{ atMs: toMiddle(startMs), spanA: a, spanB: b }]
    })
    const future = calculateFutureSpans(indicator.choice, candles).map((edges, index) => ({
      ...edges,
      atMs: toMiddle(last.startMs + (index + 1) * seconds * 1000),
    }))
    cloud.setPoints([...past, ...future], toMiddle(last.startMs))
  }
  const add = (choice: IndicatorChoice, pane: number): Shown => {
    const decimals = countIndicatorDigits(choice.name, digits)
    const priceFormat: PriceFormatCustom = {
      type: 'custom',
      minMove: 10 ** -decimals,
      formatter: (value: number) => format.price(value, decimals),
    }
    const lines = indicatorLooks[choice.name].map(({ tone, style }) => {
      const look = {
        color: getColors()[tone],
        priceFormat,
        priceLineVisible: false,
        lastValueVisible: pane > 0 && style !== 'bars',
      }
      return style === 'bars'
        ? chart.addSeries(HistogramSeries, look, pane)
        : chart.addSeries(LineSeries, { ...look, ...getLineOptions(style) }, pane)
    })
    for (const price of indicatorLevels[choice.name] ?? [])
      lines[0]?.createPriceLine({
        price,
        color: getColors().muted,
        lineStyle: LineStyle.Dotted,
        lineWidth: 1,
        axisLabelVisible: false,
      })
    if (pane > 0) chart.panes()[pane]?.setStretchFactor(paneStretch)
    return { choice, pane, lines, values: [] }
  }

  return {
    /** The cloud is drawn on the prices. */
    cloud,
    setChoices(choices: readonly IndicatorChoice[]): void {
      // This goes from the last pane to the first one, because the library moves those below an empty one up.
      for (const { lines } of shown.toReversed()) for (const line of lines) chart.removeSeries(line)
      let panes = 0
      shown = choices.map((choice) => {
        if (indicatorKinds[choice.name].pane === 'below') panes += 1
        return add(choice, indicatorKinds[choice.name].pane === 'below' ? panes : 0)
      })
      for (const indicator of shown) showAll(indicator)
      showCloud()
    },
    setCandles(next: readonly PriceCandle[]): void {
      candles = next
      for (const indicator of shown) showAll(indicator)
      showCloud()
    },
    /** Updates the last candle, which has changed or is new. */
    updateLast(next: readonly PriceCandle[]): void {
      const isNew = next.length > candles.length || next.at(-1)?.startMs !== candles.at(-1)?.startMs
      candles = next
      const last = next.at(-1)
      if (last === undefined) return
      for (const indicator of shown) {
        const { choice, lines, values } = indicator
        if (isNew && indicatorLineNames[choice.name].some((name) => changingLines.has(name))) showAll(indicator)
        else {
          // The whole lines are not calculated again.
          const tail = calculateIndicator(choice, next.slice(-countDecidingCandles(choice)))
          for (const [index, line] of lines.entries()) {
            const value = tail[index]?.at(-1) ?? null
            const series = values[index]
            if (series !== undefined) series[next.length - 1] = value
            if (value !== null) line.update({ time: toTime(last.startMs), value })
          }
        }
      }
      showCloud()
    },
    setColors(): void {
      const colors = getColors()
      for (const { choice, lines } of shown)
        for (const [index, line] of lines.entries()) {
          const tone = indicatorLooks[choice.name][index]?.tone
          if (tone !== undefined) line.applyOptions({ color: colors[tone] })
        }
    },
    /**
     * Returns the values at a candle.
     * @param index of the candle
     */
    readValues: (index: number): IndicatorReadout[] =>
      shown.map(({ choice, pane, values }) => ({
        choice,
        pane,
        values: values.map((series) => series[index] ?? null),
      })),
  }
}

function getLineOptions(style: Exclude<LineStyleName, 'bars'>) {
  return {
    lineWidth: 1,
    lineStyle: style === 'dashed' ? LineStyle.Dashed : LineStyle.Solid,
    lineVisible: style !== 'dots',
    pointMarkersVisible: style === 'dots',
    pointMarkersRadius: 1.5,
    crosshairMarkerVisible: false,
  } as const
}
