import type { Direction, ExpirySeconds } from '@tradefront/rules/trading/options'
import type { TradingSymbol } from '@tradefront/rules/trading/symbols'

import { computeProfit, type Gain, type Game, summarizeGains } from './strategy.ts'
import { type DayOfPrices, getSymbol, minutesPerDay, type Walk } from './walk.ts'

export type MinuteBet = { readonly direction: Direction; readonly expiry: Exclude<ExpirySeconds, 30> }

/** Chooses at the start of a minute from the prices before it. Returns null for no trade. */
export type Chooser = (day: DayOfPrices, minute: number, symbol: TradingSymbol) => MinuteBet | null

const chosenSymbols = ['EURUSD', 'EURGBP', 'GBPJPY', 'XAUUSD', 'BTCUSD', 'XRPUSD'].map(getSymbol)

/**
 * Bets at the starts of minutes. Each bet is also settled with all later deviates mirrored, which is as probable: so luck cancels out, and
 * what remains is what the choice gains.
 * @param days for each symbol @param every minutes between two chances
 */
export function betOnMinutes({ seed, runs }: Game, walk: Walk, days: number, every: number, choose: Chooser): Gain {
  const gains: number[] = []
  for (const symbol of chosenSymbols)
    for (let index = 0; index < days * runs; index += 1) {
      const day = walk(symbol, seed, index)
      for (let minute = every; minute + 60 < minutesPerDay; minute += every) {
        const bet = choose(day, minute, symbol)
        if (bet !== null) gains.push(settleTwice(symbol, day, minute, bet))
      }
    }
  return summarizeGains(gains)
}

function settleTwice(
  symbol: TradingSymbol,
  day: DayOfPrices,
  minute: number,
  { direction, expiry }: MinuteBet,
): number {
  const end = minute + expiry / 60
  const opened = day.getPrice(minute)
  const [one = 0, other = 0] = [day, day.mirrorFrom(minute)].map((each) =>
    computeProfit(symbol, direction, opened, each.getPrice(end)),
  )
  return (one + other) / 2
}
