/** Trades with real money that ended on one day (UTC). Amounts are in minor units. */
export type DayResults = {
  /** Number of accounts that traded. */
  readonly traders: number
  readonly trades: readonly {
    readonly currency: string
    readonly state: string
    readonly count: number
    readonly stake: number
    readonly returned: number
  }[]
}

export type RecentResults = {
  /** Number of trades, with two significant digits. */
  readonly trades: number
  /** Parts of all trades, to 0.01. The rest are ties and trades that were sold. */
  readonly won: number
  readonly lost: number
  /** Average result of a trade, as a part of its stake, to 0.001. Negative: a loss. */
  readonly average: number
}

export const recentDays = 30
/** With this number of trades, chance changes the share of won trades by at most 3 percentage points, 19 times out of 20. */
const minTrades = 1000
/** Number of traders on the busiest day. With fewer traders, the figures could show what one of them has won or lost. */
const minTraders = 50
const countedStates = ['won', 'lost', 'tie', 'sold']

/** Sums up the days. Returns null if the figures would say too little, or too much about single traders. */
export function sumRecentResults(days: readonly DayResults[]): RecentResults | null {
  const counted = days.flatMap(({ trades }) => trades).filter(({ state }) => countedStates.includes(state))
  const sum = (rows: typeof counted, field: 'count' | 'stake' | 'returned') =>
    rows.reduce((total, row) => total + row[field], 0)
  const trades = sum(counted, 'count')
  const traders = Math.max(0, ...days.map((day) => day.traders))
  if (days.length < recentDays || trades < minTrades || traders < minTraders) return null
  const share = (state: string) =>
    round(
      sum(
        counted.filter((row) => row.state === state),
        'count',
      ) / trades,
      0.01,
    )
  // Amounts in different currencies are not added up: each currency counts by its trades.
  const byCurrency = [...Map.groupBy(counted, ({ currency }) => currency).values()]
  const average = byCurrency.reduce(
    (total, rows) => total + (sum(rows, 'count') * (sum(rows, 'returned') / sum(rows, 'stake') - 1)) / trades,
    0,
  )
  return {
    trades: Number(trades.toPrecision(2)),
    won: share('won'),
    lost: share('lost'),
    average: round(average, 0.001),
  }
}

/**
 * Rounds to a multiple of the step.
 * @param step e.g. 0.01
 */
function round(value: number, step: number): number {
  const parts = Math.round(1 / step)
  return Math.round(value * parts) / parts
}
