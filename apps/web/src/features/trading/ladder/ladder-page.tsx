import type { Market, MarketSymbol } from '@tradefront/contract/trading'
import { findLadderExpiry } from '@tradefront/rules/trading/ladder'
import { useState } from 'react'

import { serverNow } from '../../../platform/clock.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { QueryView } from '../../../platform/query/query-view.tsx'
import { ServerFragment } from '../../../platform/server-content/server-fragment.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { LivePrice } from '../quotes/live-price.tsx'
import { useWatchedSymbols } from '../quotes/quote-store.ts'
import { usePurchase } from '../ticket/use-purchase.ts'
import { canCloseAt, getStartDelay, isMarketOpen, MarketContext, useMarket, useMarketUpdates } from '../use-market.ts'
import { loadWorkspace } from '../workspace/workspace-store.ts'
import { LadderTicket } from './ladder-ticket.tsx'

/**
 * The ladder without a chart, for clients that open its signed link (spec: account 2, 7).
 * @param symbol with which it opens; default: the first that offers a ladder
 */
export function LadderPage({ symbol }: { readonly symbol?: string | undefined }) {
  const t = useTranslate()
  const query = useMarketUpdates()
  const { data } = query
  const [hasWorkspace, setHasWorkspace] = useState(false)
  if (data !== undefined && !hasWorkspace) {
    // The workspace must be loaded before the first part that shows its stake.
    loadWorkspace(data)
    setHasWorkspace(true)
  }
  return (
    <QueryView
      query={query}
      name={t('trading.ticket_ladder')}
      note={t('trading.open_trades_note')}
      skeleton={<Skeleton className="h-96 opacity-60" />}
      hasOwnStaleNotice
    >
      {(market) => (
        <MarketContext value={market}>
          <LadderScreen firstSymbol={symbol} />
        </MarketContext>
      )}
    </QueryView>
  )
}

function LadderScreen({ firstSymbol }: { readonly firstSymbol: string | undefined }) {
  const t = useTranslate()
  const market = useMarket()
  const { symbols } = market
  const [name, setName] = useState(() => firstSymbol ?? findOffered(market, serverNow())?.name)
  const purchase = usePurchase()
  const open = symbols.filter((each) => each.name === name || isMarketOpen(each, serverNow()))
  const symbol = open.find((each) => each.name === name) ?? open[0]
  useWatchedSymbols(symbol === undefined ? [] : [symbol.name])
  if (symbol === undefined) return <Banner tone="info" title={t('trading.market_closed')} />
  return (
    <main className="mx-auto flex max-w-xl flex-col gap-3 py-2">
      <h1 className="sr-only">{t('trading.ladder_title', { symbol: symbol.label })}</h1>
      <ServerFragment page="ladder" title="">
        {({ body }) => <div className="text-13 text-muted">{body}</div>}
      </ServerFragment>
      <div className="flex items-end justify-between gap-4">
        <Select
          label={t('trading.ladder_symbol')}
          className="w-40"
          value={symbol.name}
          options={open.map((each) => ({ id: each.name, label: each.label }))}
          onChange={setName}
        />
        <LivePrice symbol={symbol} />
      </div>
      <LadderTicket symbol={symbol} purchase={purchase} renderNotes={() => null} />
    </main>
  )
}

/** Finds the first symbol that is still open when the present ladder expires. */
function findOffered(market: Market, nowMs: number): MarketSymbol | undefined {
  const expiresAtMs = findLadderExpiry(nowMs + getStartDelay(market))
  return market.symbols.find((symbol) => isMarketOpen(symbol, nowMs) && canCloseAt(symbol, market, expiresAtMs))
}
