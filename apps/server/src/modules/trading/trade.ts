import type { Currency } from '@tradefront/rules/ledger/money'
import type { Direction, TradeState } from '@tradefront/rules/trading/options'

/** An option that a trader has bought. Amounts in minor units of its currency, prices in points of its symbol. */
export type Trade = {
  readonly id: string
  readonly userId: number
  readonly isPractice: boolean
  readonly symbol: string
  readonly direction: Direction
  readonly currency: Currency
  readonly stake: number
  /** Part of the stake. */
  readonly bonusStake: number
  readonly payoutPercent: number
  /** Its prices are computed, so that they can be computed again. */
  readonly isSimulated: boolean
  readonly digits: number
  readonly openPoints: number
  /** Price that the closing price is compared with: the opening price, or a strike of the ladder. */
  readonly strikePoints: number
  /** Time of the opening price. */
  readonly quotedAt: Date
  readonly openedAt: Date
  readonly expiresAt: Date
  readonly state: TradeState
  readonly closePoints: number | null
  /** Time of the closing price. Of a void trade: its end. */
  readonly closedAt: Date | null
  readonly returned: number | null
}

export type NewTrade = Omit<Trade, 'state' | 'closePoints' | 'closedAt' | 'returned'> & {
  /** Bought on the ladder. */
  readonly isLadder: boolean
  /** Units of the currency per unit of base currency. */
  readonly rate: number
  /** Minor units of base currency. */
  readonly houseLossMax: number
  readonly requestHash: Buffer
}

/** How a trade ends. */
export type TradeEnd = {
  readonly state: Exclude<TradeState, 'open'>
  readonly closePoints: number | null
  readonly closedAt: Date
  readonly returned: number
}
