import type { Trade } from '@tradefront/contract/trade-view'
import { useEffect, useEffectEvent, useRef } from 'react'

import { serverNow } from '../../../platform/clock.ts'
import { useMediaQuery } from '../../../ui/hooks/use-media-query.ts'
import type { TrialPrice } from './use-trial-prices.ts'

/** Time between the left and the right edge. */
const shownMs = 75_000
/** Time that is shown after the present one while there is no trade. */
const restMs = 12_000
/** The chart is this much behind, because prices come in pieces. */
const delayMs = 1200
/** The scale moves by this part of the difference in a frame. */
const easing = 0.12
/** This part of the height stays free above and below. */
const padding = 0.16

type View = { readonly endMs: number; readonly low: number; readonly high: number }
type Shapes = 'line' | 'area' | 'price' | 'dot' | 'start' | 'end'

/** Draws the prices as they come, the price with which the trade started, and its end. */
export function TrialChart({
  prices,
  trade,
}: {
  readonly prices: readonly TrialPrice[]
  readonly trade: Trade | null
}) {
  const svg = useRef<SVGSVGElement>(null)
  const view = useRef<View | null>(null)
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)')
  const draw = useEffectEvent(() => {
    const drawing = svg.current
    if (drawing === null) return
    const nowMs = serverNow() - delayMs
    const shown = prices.filter(({ atMs }) => atMs <= nowMs)
    const wanted = findView(shown, trade, nowMs)
    view.current = wanted && (isStill ? wanted : moveTowards(view.current ?? wanted, wanted))
    if (view.current !== null) paint(drawing, shown, trade, view.current, nowMs)
  })
  useEffect(() => {
    if (isStill) {
      const timer = setInterval(draw, 1000)
      return () => clearInterval(timer)
    }
    let frame = requestAnimationFrame(function drawFrame() {
      draw()
      frame = requestAnimationFrame(drawFrame)
    })
    return () => cancelAnimationFrame(frame)
  }, [isStill])
  return (
    <svg ref={svg} aria-hidden className="size-full">
      <defs>
        <linearGradient id="trial-area" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" className="[stop-color:var(--accent)] [stop-opacity:0.22]" />
          <stop offset="1" className="[stop-color:var(--accent)] [stop-opacity:0]" />
        </linearGradient>
      </defs>
      <path data-shape="area" fill="url(#trial-area)" />
      <path data-shape="end" className="stroke-edge" strokeDasharray="3 4" />
      <path data-shape="start" className="stroke-muted" strokeDasharray="6 4" />
      <path data-shape="price" className="stroke-accent" strokeOpacity="0.35" />
      <path data-shape="line" className="fill-none stroke-accent" strokeWidth="2" strokeLinejoin="round" />
      <circle data-shape="dot" className="fill-accent" />
    </svg>
  )
}

/** Finds the range of the chart. Null: there are no prices. */
function findView(shown: readonly TrialPrice[], trade: Trade | null, nowMs: number): View | null {
  const values = shown.map(({ price }) => price)
  if (values.length === 0) return null
  if (trade?.openPrice != null) values.push(trade.openPrice)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = Math.max((high - low) * padding, high * 1e-6)
  const endMs = trade?.state === 'open' ? Math.max(nowMs + restMs, trade.expiresAtMs + 2000) : nowMs + restMs
  return { endMs, low: low - room, high: high + room }
}

function moveTowards(from: View, to: View): View {
  const move = (key: keyof View) => from[key] + (to[key] - from[key]) * easing
  return { endMs: move('endMs'), low: move('low'), high: move('high') }
}

function paint(
  drawing: SVGSVGElement,
  shown: readonly TrialPrice[],
  trade: Trade | null,
  view: View,
  nowMs: number,
): void {
  const { clientWidth: width, clientHeight: height } = drawing
  const x = (atMs: number) => round(width - ((view.endMs - atMs) / shownMs) * width)
  const y = (price: number) => round(height - ((price - view.low) / (view.high - view.low)) * height)
  const set = (shape: Shapes, path: string) => drawing.querySelector(`[data-shape=${shape}]`)?.setAttribute('d', path)
  const last = shown.at(-1)
  if (last === undefined) return
  const points = [...shown, { price: last.price, atMs: nowMs }].map(({ price, atMs }) => `${x(atMs)},${y(price)}`)
  set('line', `M${points.join('L')}`)
  set('area', `M${x(shown[0]?.atMs ?? nowMs)},${height}L${points.join('L')}V${height}Z`)
  set('price', `M0,${y(last.price)}H${width}`)
  const dot = drawing.querySelector('[data-shape=dot]')
  dot?.setAttribute('r', '4')
  dot?.setAttribute('cx', String(x(nowMs)))
  dot?.setAttribute('cy', String(y(last.price)))
  const { openPrice = null, openedAtMs = 0, expiresAtMs = 0 } = trade ?? {}
  set('start', openPrice === null ? '' : `M${Math.max(0, x(openedAtMs))},${y(openPrice)}H${x(expiresAtMs)}`)
  set('end', trade === null ? '' : `M${x(expiresAtMs)},0V${height}M${x(openedAtMs)},0V${height}`)
}

/** Rounds to a tenth of a pixel. */
function round(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
