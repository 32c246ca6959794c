import { candleSeconds, type CandleSeconds } from '@tradefront/rules/trading/candles'
import { expirySeconds, type ExpirySeconds } from '@tradefront/rules/trading/options'
import * as z from 'zod/mini'

const chartKinds = ['candles', 'line'] as const
export type ChartKind = (typeof chartKinds)[number]

export const indicators = ['sma', 'ema', 'bollinger', 'rsi'] as const
export type Indicator = (typeof indicators)[number]

export const layouts = ['one', 'two', 'four'] as const
export type Layout = (typeof layouts)[number]
export const chartCounts: Readonly<Record<Layout, number>> = { one: 1, two: 2, four: 4 }

export type ChartSettings = {
  readonly symbol: string
  readonly seconds: CandleSeconds
  readonly kind: ChartKind
  readonly indicators: readonly Indicator[]
}

/** How a trader has set up the trading screen. */
export type Workspace = {
  /** Charts, as many as the largest layout has. */
  readonly charts: readonly ChartSettings[]
  readonly layout: Layout
  /** The chart that the ticket trades. */
  readonly activeChart: number
  readonly favourites: readonly string[]
  /** Major units; null for the default. */
  readonly stake: number | null
  readonly expiry: ExpirySeconds
  readonly isGuideDone: boolean
}

const defaultSymbols = ['EURUSD', 'BTCUSD', 'XAUUSD', 'GBPUSD']

export const defaultWorkspace: Workspace = {
  charts: defaultSymbols.map((symbol) => ({ symbol, seconds: 5, kind: 'candles', indicators: [] })),
  layout: 'one',
  activeChart: 0,
  favourites: [],
  stake: null,
  expiry: 60,
  isGuideDone: false,
}

/** Starts with a symbol whose market is open: on a weekend, most are closed. */
export function createFirstWorkspace(
  symbols: readonly { readonly name: string; readonly isOpen: boolean }[],
): Workspace {
  const open = symbols.filter(({ isOpen }) => isOpen).map(({ name }) => name)
  const first = defaultSymbols.find((name) => open.includes(name)) ?? open[0]
  const [closed] = defaultSymbols
  if (first === undefined || closed === undefined) return defaultWorkspace
  const swapped = changeChart(defaultWorkspace, defaultSymbols.indexOf(first), { symbol: closed })
  return changeChart(swapped, 0, { symbol: first })
}

export const workspaceSchema = z.object({
  charts: z
    .array(
      z.object({
        symbol: z.string(),
        seconds: z.union(candleSeconds.map((seconds) => z.literal(seconds))),
        kind: z.enum(chartKinds),
        indicators: z.array(z.enum(indicators)),
      }),
    )
    .check(z.length(defaultSymbols.length)),
  layout: z.enum(layouts),
  activeChart: z.int().check(z.nonnegative(), z.lt(defaultSymbols.length)),
  favourites: z.array(z.string()),
  stake: z.nullable(z.number()),
  expiry: z.union(expirySeconds.map((seconds) => z.literal(seconds))),
  isGuideDone: z.boolean(),
})

export function changeChart(workspace: Workspace, index: number, change: Partial<ChartSettings>): Workspace {
  const charts = workspace.charts.map((chart, at) => (at === index ? { ...chart, ...change } : chart))
  return { ...workspace, charts }
}

/** The active chart is one that the layout shows. */
export function changeLayout(workspace: Workspace, layout: Layout): Workspace {
  return { ...workspace, layout, activeChart: Math.min(workspace.activeChart, chartCounts[layout] - 1) }
}

export function toggleMember<T>(list: readonly T[], member: T): readonly T[] {
  return list.includes(member) ? list.filter((each) => each !== member) : [...list, member]
}
