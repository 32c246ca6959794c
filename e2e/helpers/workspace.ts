import type { BrowserContext, Page } from '@playwright/test'

import { queryDatabase } from './database.ts'

/** One chart of bitcoin, whose market is always open. */
const chart = { symbol: 'BTCUSD', seconds: 5, kind: 'candles', indicators: [] }
const workspace = {
  charts: [chart, { ...chart, symbol: 'ETHUSD' }, chart, chart],
  arrangement: 'one',
  activeChart: 0,
  favourites: [],
  hasWatchList: true,
  stake: 50,
  expiry: 900,
  ticketKind: 'up_down',
}

/** These are the keys of a new trader. */
const keys = {
  buy_up: 'Shift+ArrowUp',
  buy_down: 'Shift+ArrowDown',
  stake_more: 'Shift+ArrowRight',
  stake_less: 'Shift+ArrowLeft',
  expiry_longer: 'Alt+ArrowUp',
  expiry_shorter: 'Alt+ArrowDown',
  ticket_kind: 'Shift+L',
  watch_list: 'Shift+W',
  keys: '?',
}

/** Sets up the trading screen of a trader who opens it for the first time in this browser, and has closed the guide to the first trade. @param change e.g. `{ expiry: 60 }` */
export async function rememberWorkspace(
  browser: Page | BrowserContext,
  traderId: number,
  change: Partial<typeof workspace> = {},
): Promise<void> {
  await queryDatabase(
    "insert into dismissed_notices (user_id, name, times, dismissed_at) values ($1, 'trade_guide', 1, now()) on conflict do nothing",
    [traderId],
  )
  await browser.addInitScript(
    ([key, value]) => {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
    },
    [`tradefront.trading-workspace.${traderId}`, JSON.stringify({ ...workspace, keys, ...change })] as const,
  )
}
