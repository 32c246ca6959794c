import { type ChartLayout, chartSettings } from '@tradefront/contract/charts'
import { createIndicatorChoice, type IndicatorChoice, type IndicatorName } from '@tradefront/rules/charts/indicators'
import {
  type Arrangement,
  arrangements,
  chartCounts,
  type ChartSettings,
  layoutCharts,
} from '@tradefront/rules/charts/layouts'
import { expirySeconds, type ExpirySeconds } from '@tradefront/rules/trading/options'
import * as z from 'zod/mini'

import { defaultKeys, keyActions, type KeyMap } from '../keys/key-names.ts'

export const ticketKinds = ['up_down', 'ladder'] as const

/** The trader's set-up of the trading screen. */
export type Workspace = {
  /** Charts, as many as the largest arrangement has. */
  readonly charts: readonly ChartSettings[]
  readonly arrangement: Arrangement
  /** Number of the chart that the ticket trades. */
  readonly activeChart: number
  readonly favourites: readonly string[]
  /** Recent symbols, the latest first. */
  readonly recentSymbols: readonly string[]
  /** True if all symbols are listed beside the charts on a wide screen. */
  readonly hasWatchList: boolean
  /** Stake in major units; null for the default. */
  readonly stake: number | null
  readonly expiry: ExpirySeconds
  readonly ticketKind: (typeof ticketKinds)[number]
  readonly keys: KeyMap
}

const defaultSymbols = ['EURUSD', 'BTCUSD', 'XAUUSD', 'GBPUSD']

export const defaultWorkspace: Workspace = {
  charts: defaultSymbols.map((symbol) => ({ symbol, seconds: 5, kind: 'candles', indicators: [] })),
  arrangement: 'one',
  activeChart: 0,
  favourites: [],
  recentSymbols: [],
  hasWatchList: true,
  stake: null,
  expiry: 60,
  ticketKind: 'up_down',
  keys: defaultKeys,
}

/** Creates a set-up with a symbol whose market is open: on a weekend, most are closed. */
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
  charts: z.array(chartSettings).check(z.length(layoutCharts)),
  arrangement: z.enum(arrangements),
  activeChart: z.int().check(z.nonnegative(), z.lt(layoutCharts)),
  favourites: z.array(z.string()),
  recentSymbols: z._default(z.array(z.string()), []),
  hasWatchList: z.boolean(),
  stake: z.nullable(z.number()),
  expiry: z.union(expirySeconds.map((seconds) => z.literal(seconds))),
  ticketKind: z.enum(ticketKinds),
  // An action that was added later has its first key.
  keys: z.pipe(
    z.partialRecord(z.enum(keyActions), z.string()),
    z.transform((keys) => ({ ...defaultKeys, ...keys })),
  ),
})

export function changeChart(workspace: Workspace, index: number, change: Partial<ChartSettings>): Workspace {
  const charts = workspace.charts.map((chart, at) => (at === index ? { ...chart, ...change } : chart))
  return { ...workspace, charts }
}

const maxRecent = 6

/** Shows another symbol on a chart. Both are then recent symbols, the new one first. */
export function changeSymbol(workspace: Workspace, index: number, symbol: string): Workspace {
  const left = workspace.charts[index]?.symbol
  const recent = new Set([symbol, ...(left === undefined ? [] : [left]), ...workspace.recentSymbols])
  return { ...changeChart(workspace, index, { symbol }), recentSymbols: [...recent].slice(0, maxRecent) }
}

/** Changes the arrangement. The active chart becomes one that it shows. */
export function changeArrangement(workspace: Workspace, arrangement: Arrangement): Workspace {
  return { ...workspace, arrangement, activeChart: Math.min(workspace.activeChart, chartCounts[arrangement] - 1) }
}

/** Applies a saved layout. Stake, expiry and favourites stay. */
export function applyLayout(
  workspace: Workspace,
  { charts, arrangement }: Pick<ChartLayout, 'charts' | 'arrangement'>,
): Workspace {
  return changeArrangement({ ...workspace, charts }, arrangement)
}

export function toggleMember<T>(list: readonly T[], member: T): readonly T[] {
  return list.includes(member) ? list.filter((each) => each !== member) : [...list, member]
}

/** Adds or removes an indicator. An added one has its first values. */
export function toggleIndicator(choices: readonly IndicatorChoice[], name: IndicatorName): readonly IndicatorChoice[] {
  const others = choices.filter((choice) => choice.name !== name)
  return others.length < choices.length ? others : [...choices, createIndicatorChoice(name)]
}
