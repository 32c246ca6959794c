import type { AppContext } from '../../context.ts'
import { toTradeView } from './trade-view.ts'
import type { Trade } from './trade.ts'

/** Sends trades to all devices of their traders. Never throws, because the trades are committed. */
export async function publishTrades({ live }: AppContext, trades: readonly Trade[]): Promise<void> {
  const byUser = Map.groupBy(trades, ({ userId }) => userId)
  await Promise.all(
    [...byUser].map(([userId, own]) =>
      live.publish(userId, ...own.map((trade) => ({ type: 'trade', trade: toTradeView(trade) }) as const), {
        type: 'user_changed',
      }),
    ),
  )
}
