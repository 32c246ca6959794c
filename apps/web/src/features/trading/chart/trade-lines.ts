import type {
  IChartApi,
  IPrimitivePaneRenderer,
  ISeriesApi,
  ISeriesPrimitive,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts'

import type { ChartColors } from './chart-colors.ts'

export type TradeLine = {
  readonly id: string
  readonly direction: 'up' | 'down'
  /** Price that the closing price is compared with. Null: the trade has not started. */
  readonly price: number | null
  readonly openedAtMs: number
  readonly expiresAtMs: number
  /** Text at the line, e.g. the stake. */
  readonly label: string
  /** Text of a trade that has not started, e.g. when it starts. */
  readonly startLabel: string
  /**
   * Reads the live value. It is called with each drawing of the chart, so that a quote needs no render. Null: there is no current price, or
   * the trade has not started.
   */
  readonly readLive: () => LiveLine | null
}

/** Profit of a trade if it ended now, e.g. `+$8.20`. */
export type LiveLine = {
  readonly profit: string
  readonly outcome: 'won' | 'lost' | 'tie'
  /** Null: the trade cannot be sold now. */
  readonly sale: SaleOffer | null
}

/** `change` is the gain or loss of the sale. */
export type SaleOffer = {
  readonly label: string
  readonly change: string
  readonly tone: 'up' | 'down'
  readonly sell: () => void
}

/** A time at which the market began, or went on after a stop. */
export type MarketMark = { readonly atMs: number; readonly label: string }

/** A signal at a price. */
export type SignalMark = { readonly atMs: number; readonly price: number; readonly direction: 'up' | 'down' }

/** Finds where a time is on the screen, also in the future. */
export type TimeToX = (atMs: number) => number | null

type Size = { readonly width: number; readonly height: number }
type Box = Size & { readonly left: number; readonly top: number }
/** A sale, and the end of its line. `away` 1: above the line. */
type PlacedSale = {
  readonly offer: SaleOffer
  readonly arrow: string
  readonly end: number
  readonly y: number
  readonly away: 1 | -1
}
type CanvasTarget = Parameters<IPrimitivePaneRenderer['draw']>[0]

const outcomeColors = { won: 'up', lost: 'down', tie: 'muted' } as const
/** Pixels; `gap` is between a label and its line, and between two labels. */
const stakeSize = { height: 14, gap: 4 }
const saleSize = { height: 22, gap: 5 }
const salePadding = 8
/** Narrower charts have notes on their lower part, so the names of times are at the top. */
const phoneWidth = 480
const topLabel = 20
/** Height of the buttons at the bottom of a wide chart. */
const bottomNotes = 48

/**
 * Draws open trades from their purchase to their expiry, the end of a trade that is bought now, the present signal, and when the market
 * began.
 */
export class TradeLines implements ISeriesPrimitive<Time> {
  readonly #toX: TimeToX
  readonly #describeTimeLeft: (atMs: number) => string
  #colors: ChartColors
  #lines: readonly TradeLine[] = []
  #marks: readonly MarketMark[] = []
  #nextExpiryMs: number | null = null
  #signal: SignalMark | null = null
  #signalLabel = ''
  #saleButtons: (Box & { readonly sell: () => void })[] = []
  #series: ISeriesApi<SeriesType> | null = null
  #requestUpdate: () => void = () => {}

  /** @param describeTimeLeft returns e.g. `0:32`, until a time */
  constructor(toX: TimeToX, colors: ChartColors, describeTimeLeft: (atMs: number) => string) {
    this.#toX = toX
    this.#colors = colors
    this.#describeTimeLeft = describeTimeLeft
  }

  attached({ series, requestUpdate }: SeriesAttachedParameter<Time> & { chart: IChartApi }): void {
    this.#series = series
    this.#requestUpdate = requestUpdate
  }

  detached(): void {
    this.#series = null
  }

  setLines(lines: readonly TradeLine[]): void {
    this.#lines = lines
    this.#requestUpdate()
  }

  setMarks(marks: readonly MarketMark[]): void {
    this.#marks = marks
    this.#requestUpdate()
  }

  setSignal(signal: SignalMark | null, label: string): void {
    this.#signal = signal
    this.#signalLabel = label
    this.#requestUpdate()
  }

  setNextExpiry(atMs: number | null): void {
    this.#nextExpiryMs = atMs
    this.#requestUpdate()
  }

  setColors(colors: ChartColors): void {
    this.#colors = colors
    this.#requestUpdate()
  }

  /**
   * Finds the sale whose button is at a place.
   * @param margin pixels around a button that belong to it
   */
  findSale({ x, y }: { readonly x: number; readonly y: number }, margin: number): (() => void) | null {
    const found = this.#saleButtons.find(
      ({ left, top, width, height }) =>
        x >= left - margin && x <= left + width + margin && y >= top - margin && y <= top + height + margin,
    )
    return found?.sell ?? null
  }

  hitTest(x: number, y: number) {
    if (this.findSale({ x, y }, 0) === null) return null
    return { externalId: 'sale', zOrder: 'normal' as const, cursorStyle: 'pointer' }
  }

  paneViews() {
    return [
      { zOrder: () => 'normal' as const, renderer: () => ({ draw: (target: CanvasTarget) => this.#draw(target) }) },
    ]
  }

  #draw(target: CanvasTarget): void {
    target.useMediaCoordinateSpace(({ context, mediaSize }) => {
      const { height } = mediaSize
      if (this.#nextExpiryMs !== null) {
        const x = this.#toX(this.#nextExpiryMs)
        if (x !== null) drawVertical(context, x, height, this.#colors.muted, [2, 5])
      }
      // Times have fixed places, so they come before what goes out of their way.
      const texts = this.#lines.flatMap((line, index) => this.#drawTime(context, line, mediaSize, 8 + 16 * index) ?? [])
      for (const mark of this.#marks) this.#drawMark(context, mark, mediaSize, texts)
      if (this.#signal !== null) this.#drawSignal(context, this.#signal)
      const sales = this.#lines.map((line) => this.#drawTrade(context, line, mediaSize, texts))
      this.#saleButtons = []
      for (const sale of sales) if (sale !== null) this.#drawSale(context, sale, texts, mediaSize)
    })
  }

  /** Draws a time, and its name if that covers no text. */
  #drawMark(
    context: CanvasRenderingContext2D,
    { atMs, label }: MarketMark,
    { width, height }: Size,
    texts: Box[],
  ): void {
    const x = this.#toX(atMs)
    if (x === null || x < 0 || x > width) return
    drawVertical(context, x, height, this.#colors.muted, [1, 3])
    context.fillStyle = this.#colors.muted
    context.font = this.#colors.font
    context.textBaseline = 'bottom'
    const textWidth = context.measureText(label).width
    const isLeft = x + 6 + textWidth > width
    context.textAlign = isLeft ? 'right' : 'left'
    const y = width < phoneWidth ? topLabel : height - bottomNotes
    const left = isLeft ? x - 6 - textWidth : x + 6
    const box = { left, top: y - stakeSize.height, width: textWidth, height: stakeSize.height }
    if (!texts.some((text) => hasOverlap(text, box))) {
      texts.push(box)
      context.fillText(label, isLeft ? x - 6 : x + 6, y)
    }
    context.textAlign = 'left'
  }

  /** Draws an arrow that points at the signal's price, with the signal's name on the other end. */
  #drawSignal(context: CanvasRenderingContext2D, { atMs, price, direction }: SignalMark): void {
    const x = this.#toX(atMs)
    const y = this.#series?.priceToCoordinate(price) ?? null
    if (x === null || y === null) return
    const away = direction === 'up' ? 1 : -1
    context.fillStyle = this.#colors[direction]
    context.beginPath()
    context.moveTo(x, y + 4 * away)
    context.lineTo(x - 6, y + 14 * away)
    context.lineTo(x + 6, y + 14 * away)
    context.closePath()
    context.fill()
    context.font = this.#colors.font
    context.textAlign = 'center'
    context.textBaseline = direction === 'up' ? 'top' : 'bottom'
    context.fillText(this.#signalLabel, x, y + 17 * away)
    context.textAlign = 'left'
  }

  /**
   * Draws the expiry of a trade, and at the top of it the time left and the result. Returns the place of the text.
   * @param top height of the text, so that those of several trades do not cover each other
   */
  #drawTime(context: CanvasRenderingContext2D, line: TradeLine, { width, height }: Size, top: number): Box | null {
    const to = this.#toX(line.expiresAtMs)
    if (to === null || this.#toX(line.openedAtMs) === null) return null
    const color = this.#colors[line.direction]
    drawVertical(context, to, height, color, [4, 3])
    context.fillStyle = color
    context.font = this.#colors.font
    context.textBaseline = 'top'
    const end = findLineEnd(to, width)
    const live = line.readLive()
    const timeLeft = this.#describeTimeLeft(line.expiresAtMs)
    context.textAlign = 'right'
    context.fillText(timeLeft, end, top)
    const timeWidth = context.measureText(timeLeft).width
    const result = live === null ? '' : `${live.profit} · `
    if (live !== null) {
      context.fillStyle = this.#colors[outcomeColors[live.outcome]]
      context.fillText(result, end - timeWidth, top)
    }
    context.textAlign = 'left'
    const textWidth = timeWidth + context.measureText(result).width
    return { left: end - textWidth, top, width: textWidth, height: stakeSize.height }
  }

  /** Draws a trade, and returns its sale. Adds its stake to the texts that nothing covers. */
  #drawTrade(
    context: CanvasRenderingContext2D,
    line: TradeLine,
    { width, height }: Size,
    texts: Box[],
  ): PlacedSale | null {
    const from = this.#toX(line.openedAtMs)
    const to = this.#toX(line.expiresAtMs)
    if (from === null || to === null) return null
    const color = this.#colors[line.direction]
    const arrow = line.direction === 'up' ? '▲' : '▼'
    context.strokeStyle = color
    context.fillStyle = color
    context.font = this.#colors.font
    if (line.price === null) {
      drawVertical(context, from, height, color, [])
      context.textBaseline = 'top'
      const text = `${arrow} ${line.label}, ${line.startLabel}`
      const isLeft = from + 8 + context.measureText(text).width > width
      context.textAlign = isLeft ? 'right' : 'left'
      context.fillText(text, isLeft ? from - 8 : from + 8, height / 3)
      context.textAlign = 'left'
      return null
    }
    const y = this.#series?.priceToCoordinate(line.price) ?? null
    if (y === null) return null
    context.lineWidth = 1.5
    context.setLineDash([])
    context.beginPath()
    context.moveTo(from, y)
    context.lineTo(to, y)
    context.stroke()
    context.beginPath()
    context.arc(from, y, 3.5, 0, 2 * Math.PI)
    context.fill()
    context.textBaseline = 'top'
    const text = `${arrow} ${line.label}`
    const left = Math.max(6, from + 8)
    const away = line.direction === 'up' ? 1 : -1
    const across = { left, width: context.measureText(text).width }
    const top = findFreeTop({ y, away, ...stakeSize, ...across }, texts, height)
    if (top !== null) {
      texts.push({ ...across, top, height: stakeSize.height })
      context.fillText(text, left, top)
    }
    const offer = line.readLive()?.sale ?? null
    return offer === null || from >= width ? null : { offer, arrow, end: findLineEnd(to, width), y, away }
  }

  /**
   * Draws a button at the end of its line, on the side of its stake. It is for pointers only: the row of the trade has one for everyone.
   * @param texts that it must not cover
   */
  #drawSale(
    context: CanvasRenderingContext2D,
    { offer: { label, change, tone, sell }, arrow, end, y, away }: PlacedSale,
    texts: readonly Box[],
    pane: Size,
  ): void {
    const text = `${arrow} ${label} `
    const labelWidth = context.measureText(text).width
    const width = labelWidth + context.measureText(change).width + 2 * salePadding
    const left = end - width
    const { height } = saleSize
    const top = findFreeTop({ y, away, ...saleSize, left, width }, [...texts, ...this.#saleButtons], pane.height)
    if (left < 0 || top === null) return
    this.#saleButtons.push({ left, top, width, height, sell })
    context.fillStyle = this.#colors.background
    context.strokeStyle = this.#colors.muted
    context.lineWidth = 1
    context.beginPath()
    context.roundRect(Math.round(left) + 0.5, Math.round(top) + 0.5, width, height, 6)
    context.fill()
    context.stroke()
    context.textBaseline = 'middle'
    context.fillStyle = this.#colors.ink
    context.fillText(text, left + salePadding, top + height / 2 + 1)
    context.fillStyle = this.#colors[tone]
    context.fillText(change, left + salePadding + labelWidth, top + height / 2 + 1)
  }
}

/** The place nearest to a line on one side of it, else on the other, that covers nothing. Null: there is none in the pane. @param label.away 1: above the line */
function findFreeTop(
  label: Size & Pick<Box, 'left'> & { readonly y: number; readonly away: 1 | -1; readonly gap: number },
  others: readonly Box[],
  paneHeight: number,
): number | null {
  const { y, away, gap, left, width, height } = label
  if (y < 0 || y > paneHeight) return null
  for (const side of [away, -away]) {
    let top = side === 1 ? y - gap - height : y + gap
    while (others.some((box) => hasOverlap(box, { left, top, width, height }))) top -= side * gap
    if (top >= 0 && top + height <= paneHeight) return top
  }
  return null
}

/** The expiry can be further in the future than the screen shows. */
function findLineEnd(expiryX: number, width: number): number {
  return Math.min(expiryX, width) - 6
}

/** Prices of trades for the axis: each once in a direction. */
export function listAxisPrices(
  lines: readonly TradeLine[],
): { readonly price: number; readonly direction: TradeLine['direction'] }[] {
  const shown = lines.flatMap(({ price, direction }) => (price === null ? [] : [{ price, direction }]))
  return shown.filter(
    ({ price, direction }, index) =>
      shown.findIndex((other) => other.price === price && other.direction === direction) === index,
  )
}

/** Also of boxes that touch. */
function hasOverlap(one: Box, other: Box): boolean {
  return (
    one.left <= other.left + other.width &&
    other.left <= one.left + one.width &&
    one.top <= other.top + other.height &&
    other.top <= one.top + one.height
  )
}

function drawVertical(
  context: CanvasRenderingContext2D,
  x: number,
  height: number,
  color: string,
  dash: readonly number[],
): void {
  context.strokeStyle = color
  context.lineWidth = 1
  context.setLineDash([...dash])
  context.beginPath()
  context.moveTo(Math.round(x) + 0.5, 0)
  context.lineTo(Math.round(x) + 0.5, height)
  context.stroke()
}
