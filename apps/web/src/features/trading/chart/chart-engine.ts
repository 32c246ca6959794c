import type { PriceCandle } from '@tradefront/contract/trading'
import type { IndicatorChoice } from '@tradefront/rules/charts/indicators'
import type { ChartKind } from '@tradefront/rules/charts/layouts'
import {
  CandlestickSeries,
  ColorType,
  createChart,
  CrosshairMode,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  type ISeriesPrimitive,
  LineSeries,
  LineStyle,
  type Logical,
  type PriceFormatCustom,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'

import { createStore } from '../../../platform/create-store.ts'
import { getFormat } from '../../../platform/i18n/format.ts'
import type { LadderLines } from '../ladder/ladder-lines.ts'
import type { ChartColors } from './chart-colors.ts'
import { createIndicatorSeries, type IndicatorReadout } from './indicator-series.ts'
import { findLogical, findTime } from './time-axis.ts'
import { listAxisPrices, type MarketMark, type SignalMark, type TradeLine, TradeLines } from './trade-lines.ts'

export type ChartEngine = ReturnType<typeof createChartEngine>

export type ChartOptions = {
  readonly digits: number
  readonly seconds: number
  readonly locale: string
  readonly colors: ChartColors
  /** Returns the time that the chart shows, for the time left of open trades. */
  readonly getNow: () => number
  /** Called when the trader looks at the oldest candles. */
  readonly onNeedHistory: () => void
}

/** Pixels count from the top left corner of the prices' pane; null before there are candles. */
export type ChartAxes = {
  readonly toX: (atMs: number) => number | null
  readonly toY: (price: number) => number | null
  readonly toTime: (x: number) => number | null
  readonly toPrice: (y: number) => number | null
  /** Returns the size without the axes and the panes below. */
  readonly getSize: () => { readonly width: number; readonly height: number }
}

/** Values under the crosshair, or the latest values without a crosshair. */
export type ChartReadout = {
  /** Candle under the crosshair. Null: there is no crosshair. */
  readonly candle: PriceCandle | null
  readonly indicators: readonly IndicatorReadout[]
  /** Pixels from the top of the chart to each pane. */
  readonly paneTops: readonly number[]
}

/** Older candles are needed when fewer than this are left before the oldest one is visible. */
const historyMargin = 30
const zoomStep = 1.4
/** Pixels between two panes. */
const paneGap = 1
const tickUnits = {
  [TickMarkType.Year]: 'year',
  [TickMarkType.Month]: 'month',
  [TickMarkType.DayOfMonth]: 'day',
  [TickMarkType.Time]: 'minute',
  [TickMarkType.TimeWithSeconds]: 'second',
} as const

/** Creates a chart. Only this file uses the chart library. Time is shown in the time zone of the browser. */
export function createChartEngine(container: HTMLElement, options: ChartOptions) {
  const { digits, seconds, locale } = options
  const format = getFormat(locale)
  let { colors } = options
  // The library only knows UTC.
  const zoneMs = seconds >= 86_400 ? 0 : -new Date().getTimezoneOffset() * 60_000
  const toTime = (atMs: number): UTCTimestamp => ((atMs + zoneMs) / 1000) as UTCTimestamp
  const chart = createChart(container, {
    autoSize: true,
    ...buildLook(colors),
    crosshair: { mode: CrosshairMode.Normal },
    localization: { locale, timeFormatter: (time: unknown) => format.candleTime(Number(time) * 1000, seconds) },
    timeScale: {
      rightOffset: 16,
      barSpacing: 8,
      timeVisible: true,
      secondsVisible: seconds < 60,
      borderVisible: false,
      tickMarkFormatter: (time: unknown, type: TickMarkType) => format.tick(Number(time) * 1000, tickUnits[type]),
    },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.12, bottom: 0.12 } },
  })
  const priceFormat: PriceFormatCustom = {
    type: 'custom',
    minMove: 10 ** -digits,
    formatter: (value: number) => format.price(value, digits),
  }
  let candles: readonly PriceCandle[] = []
  let kind: ChartKind = 'candles'
  let price = addPriceSeries(chart, kind, colors, priceFormat)
  let priceLines: IPriceLine[] = []
  let ladderLines: IPriceLine[] = []
  let ladder: LadderLines | null = null
  let isRemoved = false

  const toX = (atMs: number): number | null => {
    const last = candles.at(-1)
    if (last === undefined) return null
    // The library only knows where whole candles are.
    const logical = findLogical(candles, atMs, seconds)
    const whole = Math.floor(logical)
    const [from, to] = [whole, whole + 1].map((at) => chart.timeScale().logicalToCoordinate(at as Logical))
    return from == null || to == null ? null : from + (to - from) * (logical - whole)
  }
  const trades = new TradeLines(toX, colors, (atMs) => format.countdown(atMs - options.getNow()))
  const axes: ChartAxes = {
    toX,
    toY: (value) => price.priceToCoordinate(value),
    toTime: (x) => {
      // The library only knows which whole candle is at a place.
      const whole = chart.timeScale().coordinateToLogical(x)
      const at = whole === null ? null : chart.timeScale().logicalToCoordinate(whole)
      if (whole === null || at === null) return null
      return findTime(candles, whole + (x - at) / chart.timeScale().options().barSpacing, seconds)
    },
    toPrice: (y) => price.coordinateToPrice(y),
    getSize: () => ({ width: chart.timeScale().width(), height: chart.panes()[0]?.getHeight() ?? 0 }),
  }
  const indicators = createIndicatorSeries({ chart, format, digits, toTime, getColors: () => colors, axes, seconds })
  const primitives = new Set<ISeriesPrimitive<Time>>([trades, indicators.cloud])
  for (const primitive of primitives) price.attachPrimitive(primitive)

  const toPoint = (candle: PriceCandle) =>
    kind === 'line'
      ? { time: toTime(candle.startMs), value: candle.close }
      : { time: toTime(candle.startMs), open: candle.open, high: candle.high, low: candle.low, close: candle.close }
  /** Draws strikes as faint lines, and the chosen one with its price. */
  const drawLadder = (): void => {
    for (const line of ladderLines) price.removePriceLine(line)
    const { strikes = [], choice = null } = ladder ?? {}
    ladderLines = [...new Set([...strikes, ...(choice === null ? [] : [choice.price])])].map((strike) => {
      const isChosen = choice?.price === strike
      return price.createPriceLine({
        price: strike,
        color: isChosen ? colors[choice.direction] : colors.muted,
        lineWidth: 1,
        lineStyle: isChosen ? LineStyle.Solid : LineStyle.SparseDotted,
        axisLabelVisible: isChosen,
      })
    })
  }
  const readout = createStore<ChartReadout>({ candle: null, indicators: [], paneTops: [0] })
  let hovered: number | null = null
  const updateReadout = (): void => {
    const index = hovered ?? candles.length - 1
    const heights = chart.panes().map((pane) => pane.getHeight() + paneGap)
    readout.set({
      candle: hovered === null ? null : (candles[hovered] ?? null),
      indicators: indicators.readValues(Math.min(index, candles.length - 1)),
      paneTops: heights.map((_height, pane) => heights.slice(0, pane).reduce((sum, height) => sum + height, 0)),
    })
  }
  const handleRange = (range: { from: number } | null): void => {
    if (range !== null && range.from < historyMargin && candles.length > 0) options.onNeedHistory()
  }
  chart.timeScale().subscribeVisibleLogicalRangeChange(handleRange)
  // A finger needs 44 pixels.
  const saleMargin = matchMedia('(pointer: coarse)').matches ? 11 : 0
  chart.subscribeClick(({ point, paneIndex }) => {
    if (point !== undefined && paneIndex === 0 && !container.hasAttribute('data-placing'))
      (trades.findSale(point, 0) ?? trades.findSale(point, saleMargin))?.()
  })
  chart.subscribeCrosshairMove(({ logical }) => {
    hovered = logical ?? null
    updateReadout()
  })

  return {
    setCandles(next: readonly PriceCandle[]): void {
      candles = next
      price.setData(candles.map(toPoint))
      indicators.setCandles(next)
      updateReadout()
    },
    /** Updates the last candle, which has changed or is new. */
    updateLast(next: readonly PriceCandle[]): void {
      candles = next
      const last = next.at(-1)
      if (last === undefined) return
      price.update(toPoint(last))
      indicators.updateLast(next)
      updateReadout()
    },
    setKind(next: ChartKind): void {
      if (next === kind) return
      for (const primitive of primitives) price.detachPrimitive(primitive)
      chart.removeSeries(price)
      priceLines = []
      ladderLines = []
      kind = next
      price = addPriceSeries(chart, kind, colors, priceFormat)
      for (const primitive of primitives) price.attachPrimitive(primitive)
      price.setData(candles.map(toPoint))
    },
    setIndicators(choices: readonly IndicatorChoice[]): void {
      indicators.setChoices(choices)
      // The panes get their heights with the next frame.
      requestAnimationFrame(() => !isRemoved && updateReadout())
    },
    useReadout: readout.useValue,
    setTrades(next: readonly TradeLine[]): void {
      for (const line of priceLines) price.removePriceLine(line)
      priceLines = listAxisPrices(next).map((shown) =>
        price.createPriceLine({
          price: shown.price,
          color: colors[shown.direction],
          lineVisible: false,
          axisLabelVisible: true,
        }),
      )
      trades.setLines(next)
    },
    setLadder(next: LadderLines | null): void {
      ladder = next
      if (!isRemoved) drawLadder()
    },
    setMarks(marks: readonly MarketMark[]): void {
      if (!isRemoved) trades.setMarks(marks)
    },
    setSignal(signal: SignalMark | null, label: string): void {
      if (!isRemoved) trades.setSignal(signal, label)
    },
    /** Sets when a trade that is bought now would end. */
    setNextExpiry(atMs: number | null): void {
      if (!isRemoved) trades.setNextExpiry(atMs)
    },
    setColors(next: ChartColors): void {
      colors = next
      chart.applyOptions(buildLook(next))
      price.applyOptions(getPriceColors(kind, next))
      trades.setColors(next)
      drawLadder()
      indicators.setColors()
    },
    /** Axes of what is drawn on the prices. */
    axes,
    /** Adds a drawing. Returns a function that removes it. */
    addPrimitive(primitive: ISeriesPrimitive<Time>): () => void {
      primitives.add(primitive)
      price.attachPrimitive(primitive)
      return () => {
        if (primitives.delete(primitive) && !isRemoved) price.detachPrimitive(primitive)
      }
    },
    getColors: (): ChartColors => colors,
    /** Zooms the chart. Positive: closer. */
    zoom(direction: 1 | -1): void {
      const scale = chart.timeScale()
      const { barSpacing } = scale.options()
      scale.applyOptions({ barSpacing: Math.min(60, Math.max(1, barSpacing * zoomStep ** direction)) })
    },
    /** Scrolls by a third of the screen. Positive: to later candles. */
    scroll(direction: 1 | -1): void {
      const scale = chart.timeScale()
      const range = scale.getVisibleLogicalRange()
      const step = range === null ? 20 : (range.to - range.from) / 3
      scale.scrollToPosition(scale.scrollPosition() + direction * step, false)
    },
    showLatest: (): void => chart.timeScale().scrollToRealTime(),
    /** Removes the chart. Parts of the screen that are removed with it can still call it. */
    remove(): void {
      isRemoved = true
      chart.remove()
    },
  }
}

function addPriceSeries(
  chart: IChartApi,
  kind: ChartKind,
  colors: ChartColors,
  priceFormat: PriceFormatCustom,
): ISeriesApi<'Line'> | ISeriesApi<'Candlestick'> {
  const shared = { priceFormat, ...getPriceColors(kind, colors) }
  return kind === 'line'
    ? chart.addSeries(LineSeries, { ...shared, lineWidth: 2 }, 0)
    : chart.addSeries(CandlestickSeries, { ...shared, borderVisible: false }, 0)
}

function getPriceColors(kind: ChartKind, { up, down, accent }: ChartColors) {
  return kind === 'line'
    ? { color: accent }
    : { upColor: up, downColor: down, wickUpColor: up, wickDownColor: down, priceLineColor: accent }
}

function buildLook(colors: ChartColors) {
  const grid = { color: colors.line, style: LineStyle.Dotted }
  return {
    layout: {
      background: { type: ColorType.Solid, color: colors.background },
      textColor: colors.muted,
      fontFamily: colors.fontFamily,
      fontSize: 12,
      // The logo writes a style element, which the CSP forbids. The link is below the chart.
      attributionLogo: false,
      panes: { separatorColor: colors.line, enableResize: false },
    },
    grid: { vertLines: grid, horzLines: grid },
  } as const
}
