import type { ServerModule } from '../../context.ts'
import { checkClock } from './check-clock.ts'
import { createCheckMarket } from './check-market.ts'
import { checkOpenTrades } from './check-open-trades.ts'
import { createCloseTrades } from './close-trades.ts'
import { ladderRoutes } from './ladder-routes.ts'
import { findLosingDays } from './losing-days.ts'
import { tradingRoutes } from './routes.ts'
import { fillOrders } from './fill-trades.ts'
import { judgeRefusals } from './refusals.ts'
import { announceDays, deleteOldQuotes } from './service.ts'
import { tradingActions } from './stop-trading.ts'
import { voidActions } from './void-trade.ts'

export const tradingModule: ServerModule = {
  routes: [tradingRoutes, ladderRoutes],
  actions: { ...tradingActions, ...voidActions },
  jobs: [
    {
      name: 'trading.fill_orders',
      everyMs: 200,
      isAligned: true,
      summary:
        'gives purchases and sales the price of the epoch that they wait for; without one within 5 s they are refused, and stakes are returned',
      whileItFails: 'purchases and sales wait, and are refused later: their stakes come back',
      run: fillOrders,
    },
    {
      name: 'trading.close_trades',
      everyMs: 200,
      isAligned: true,
      summary:
        'closes trades at the price of their expiry; a trade without a price within a minute is void, and its stake is returned',
      whileItFails: 'trades stay open after their expiry; later they close at the same prices',
      createRun: createCloseTrades,
    },
    {
      name: 'trading.check_open_trades',
      everyMs: 60_000,
      summary: 'raises `trading.not_closed` for trades that are open five minutes after their expiry',
      whileItFails: 'trades that cannot be closed are only seen in the log',
      run: checkOpenTrades,
    },
    {
      name: 'trading.find_losing_days',
      schedule: '7 0,1,6 * * *',
      summary: 'notes traders whose trades of a day have summed to a loss for the first time, for the risk-free offer',
      whileItFails: 'the risk-free offer is not made; a later run finds the days of the last three',
      run: findLosingDays,
    },
    {
      name: 'trading.judge_refusals',
      schedule: '* * * * *',
      summary: 'notes how refused purchases would have ended, and deletes them after 90 days',
      whileItFails: 'the published counts of refusals have no outcomes; later runs find them',
      run: judgeRefusals,
    },
    {
      name: 'trading.announce_days',
      schedule: '10 * * * *',
      summary: 'publishes the roots of the seeds of the next seven days of the simulated market',
      whileItFails:
        'after seven days, the root of a day is only published when its first price is needed, so that traders cannot know it before the day',
      run: announceDays,
    },
    {
      name: 'trading.check_clock',
      everyMs: 10_000,
      summary: 'compares the clock of the server with that of the database, and raises `trading.clock_wrong`',
      whileItFails:
        'a server whose clock has gone wrong sells at the times of its clock; orders whose price is known are still refused',
      run: checkClock,
    },
    {
      name: 'trading.check_market',
      everyMs: 60_000,
      summary: 'raises `trading.no_prices` while open markets have no prices',
      whileItFails: 'a market without prices is only seen in the log',
      createRun: createCheckMarket,
    },
    {
      name: 'trading.delete_quotes',
      schedule: '50 3 * * *',
      summary: 'deletes recorded prices of a real market after 30 days; their candles stay',
      whileItFails: 'rows stay',
      run: deleteOldQuotes,
    },
  ],
}
