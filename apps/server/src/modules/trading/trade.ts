import type { Currency } from '@tradefront/rules/ledger/money'
import type { Direction, SaleRefusal, TradeRefusal, TradeState } from '@tradefront/rules/trading/options'

/** An order to sell a trade at a sealed price, with amounts in minor units. */
export type TradeSale = {
  /** Time of the price. */
  readonly atMs: number
  /** The trade is not sold for less than this. */
  readonly least: number
  readonly state: 'waiting' | 'sold' | 'refused'
  /** Why the sale was refused. */
  readonly refusal: SaleRefusal | null
  /** What the sale would have brought. Null: it waits, or there was no price. */
  readonly value: number | null
}

/** An option that a trader has bought. Amounts in minor units of its currency, prices in points of its symbol. */
export type Trade = {
  readonly id: string
  readonly userId: number
  readonly isPractice: boolean
  readonly symbol: string
  readonly direction: Direction
  readonly currency: Currency
  readonly stake: number
  /** Part of the stake that is bonus money. */
  readonly bonusStake: number
  readonly payoutPercent: number
  /** True if prices were computed, so that they can be computed again. */
  readonly isSimulated: boolean
  readonly digits: number
  /** Opening price. Null: the trade waits for it, or was refused then. */
  readonly openPoints: number | null
  /** Price that the closing price is compared with: the opening price, or a strike of the ladder. */
  readonly strikePoints: number | null
  /** Time of the opening price. */
  readonly quotedAt: Date | null
  /** When the order arrived. */
  readonly arrivedAt: Date
  /** Round of the beacon that decides the opening price. Null: it was known at the purchase. */
  readonly entryRound: number | null
  /** When the trade starts: the expiry counts from here. */
  readonly openedAt: Date
  readonly expiresAt: Date
  readonly state: TradeState
  /** The last sale that was ordered at a sealed price. */
  readonly sale: TradeSale | null
  /** Why the trade was refused. */
  readonly refusal: TradeRefusal | null
  readonly closePoints: number | null
  /** Time of the closing price. A void trade has its end here. */
  readonly closedAt: Date | null
  readonly returned: number | null
  /** Why operators have voided it after its end, by language. Null: they have not. */
  readonly voidWords: VoidWords | null
}

export type VoidWords = Readonly<Record<string, string>>

/** A trade that has its opening price. */
export type StartedTrade = Trade & {
  readonly openPoints: number
  readonly strikePoints: number
  readonly quotedAt: Date
}

export function hasStarted(trade: Trade): trade is StartedTrade {
  return trade.openPoints !== null && trade.strikePoints !== null && trade.quotedAt !== null
}

export type NewTrade = Omit<
  Trade,
  'state' | 'sale' | 'refusal' | 'closePoints' | 'closedAt' | 'returned' | 'voidWords'
> & {
  /** Bought on the ladder. */
  readonly isLadder: boolean
  /** Lowest payout that the trader accepts, if it follows from the opening price. */
  readonly leastPayoutPercent: number | null
  /** Units of the currency per unit of base currency. */
  readonly rate: number
  /** Limit of what the house can lose, in minor units of base currency. */
  readonly houseLossMax: number
  readonly requestHash: Buffer
}

/** The end of a trade. */
export type TradeEnd = {
  readonly state: Exclude<TradeState, 'open'>
  /** Why the trade was refused. */
  readonly refusal: TradeRefusal | null
  readonly closePoints: number | null
  readonly closedAt: Date
  readonly returned: number
}
