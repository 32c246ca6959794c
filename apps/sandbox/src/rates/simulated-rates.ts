/** USD per coin, around which the simulated prices move. */
const basePrices = { bitcoin: 97_000, litecoin: 95, ethereum: 3400, dash: 32 } as const

export const ratedCoins = ['bitcoin', 'litecoin', 'ethereum', 'dash'] as const
type RatedCoin = (typeof ratedCoins)[number]
type Prices = Readonly<Record<RatedCoin, number>>

export type SimulatedRates = {
  /** Null while the source is stopped. */
  readonly readPrices: () => Prices | null
  /** Null lets the price move again. */
  readonly setPrices: (prices: Readonly<Partial<Record<RatedCoin, number | null>>>) => void
  readonly setStopped: (isStopped: boolean) => void
  readonly clear: () => void
}

const minuteMs = 60_000
const swing = 0.01
const periodMs = 90 * minuteMs

/** Prices that change every minute, by the clock of the sandbox, unless they are set by hand. */
export function createSimulatedRates(clock: { readonly now: () => number }): SimulatedRates {
  let fixed: Partial<Record<RatedCoin, number | null>> = {}
  let isStopped = false
  return {
    readPrices: () => {
      if (isStopped) return null
      const wave = Math.sin((2 * Math.PI * Math.floor(clock.now() / minuteMs) * minuteMs) / periodMs)
      const move = (coin: RatedCoin) => fixed[coin] ?? Math.round(basePrices[coin] * (1 + swing * wave) * 100) / 100
      return {
        bitcoin: move('bitcoin'),
        litecoin: move('litecoin'),
        ethereum: move('ethereum'),
        dash: move('dash'),
      }
    },
    setPrices: (prices) => {
      fixed = { ...fixed, ...prices }
    },
    setStopped: (value) => {
      isStopped = value
    },
    clear: () => {
      fixed = {}
      isStopped = false
    },
  }
}
