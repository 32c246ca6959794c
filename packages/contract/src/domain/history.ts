import type { BalanceMovement, TradeReport } from '../history.ts'

/** Amounts in major units, positive towards the trader. */
export type Movement = Omit<BalanceMovement, 'trType' | 'Status' | 'at' | 'deposit' | 'trade'> & {
  readonly atMs: number
  readonly type: BalanceMovement['trType']
  readonly status: BalanceMovement['Status']
  readonly deposit: {
    readonly method: 'card' | 'crypto' | 'wallet'
    readonly hint: string | null
    readonly createdAtMs: number
  } | null
  readonly trade: {
    readonly direction: 'up' | 'down'
    readonly state: TradeReport['Status']
    /** Strike of a ladder option. Null: the closing price is compared with the opening price. */
    readonly strikePrice: number | null
    readonly openedAtMs: number
    readonly expiresAtMs: number
    readonly closedAtMs: number | null
  } | null
}

export type ReportedTrade = Pick<TradeReport, 'id' | 'direction' | 'stake' | 'currency' | 'payout' | 'profit'> & {
  readonly symbol: string
  readonly state: TradeReport['Status']
  readonly openPrice: number
  readonly strikePrice: number | null
  readonly closePrice: number | null
  readonly openedAtMs: number
  readonly expiresAtMs: number
  readonly closedAtMs: number | null
}

export function toMovement({ trType, Status, at, deposit, trade, ...rest }: BalanceMovement): Movement {
  return {
    ...rest,
    atMs: at,
    type: trType,
    status: Status,
    deposit:
      deposit === undefined ? null : { method: deposit.method, hint: deposit.hint, createdAtMs: deposit.created_at },
    trade:
      trade === undefined
        ? null
        : {
            direction: trade.direction,
            state: trade.state,
            strikePrice: trade.strike ?? null,
            openedAtMs: trade.opened_at,
            expiresAtMs: trade.expires_at,
            closedAtMs: trade.closed_at,
          },
  }
}

export function toReportedTrade(report: TradeReport): ReportedTrade {
  const { Sumbol, Status, open, strike, close, opened_at, expires_at, closed_at, ...rest } = report
  return {
    ...rest,
    symbol: Sumbol,
    state: Status,
    openPrice: open,
    strikePrice: strike ?? null,
    closePrice: close,
    openedAtMs: opened_at,
    expiresAtMs: expires_at,
    closedAtMs: closed_at,
  }
}
