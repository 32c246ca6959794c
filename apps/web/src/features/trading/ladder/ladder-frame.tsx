import { useQuery } from '@tanstack/react-query'
import type { Ladder, MarketSymbol } from '@tradefront/contract/trading'
import { ladderRoundMs, lastLadderPurchaseMs } from '@tradefront/rules/trading/ladder'
import { useEffect, useEffectEvent, useState } from 'react'

import { ApiError } from '../../../platform/api/api-error.ts'
import { toErrorText } from '../../../platform/api/error-text.ts'
import { serverNow } from '../../../platform/clock.ts'
import { useServerSecond } from '../../../platform/countdown.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { QueryView } from '../../../platform/query/query-view.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { ladderQuery, requestLadderUrl } from '../api.ts'
import { LivePrice } from '../quotes/live-price.tsx'
import { useWatchedSymbols } from '../quotes/quote-store.ts'
import { canCloseAt, isMarketOpen, MarketContext, useMarket, useMarketUpdates } from '../use-market.ts'
import { LadderTable } from './ladder-table.tsx'
import { LadderTicket } from './ladder-ticket.tsx'
import { useLadder } from './use-ladder.ts'

/** The page in the frame of the ladder. @param symbol with which it opens */
export function LadderFrame({ token, symbol }: { readonly token: string; readonly symbol: string }) {
  const t = useTranslate()
  return (
    <QueryView
      query={useMarketUpdates()}
      name={t('trading.ladder')}
      note={t('trading.open_trades_note')}
      skeleton={<Skeleton className="h-96 opacity-60" />}
      hasOwnStaleNotice
    >
      {(market) => (
        <MarketContext value={market}>
          <LadderScreen token={token} firstSymbol={symbol} />
        </MarketContext>
      )}
    </QueryView>
  )
}

function LadderScreen({ token, firstSymbol }: { readonly token: string; readonly firstSymbol: string }) {
  const t = useTranslate()
  const { symbols } = useMarket()
  const [name, setName] = useState(firstSymbol)
  const open = symbols.filter((each) => each.name === name || isMarketOpen(each, serverNow()))
  const symbol = open.find((each) => each.name === name) ?? open[0]
  useWatchedSymbols(symbol === undefined ? [] : [symbol.name])
  if (symbol === undefined) return <Banner tone="info" title={t('trading.market_closed')} />
  return (
    <main className="flex h-dvh flex-col gap-2 pb-1">
      <h1 className="sr-only">{t('trading.ladder_title', { symbol: symbol.label })}</h1>
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
      <LadderOfSymbol key={symbol.name} token={token} symbol={symbol} />
    </main>
  )
}

function LadderOfSymbol({ token, symbol }: { readonly token: string; readonly symbol: MarketSymbol }) {
  const t = useTranslate()
  const query = useQuery(ladderQuery(token, symbol.name))
  useNextLadder(query.data, () => void query.refetch())
  return (
    <QueryView
      query={query}
      name={t('trading.ladder')}
      note={t('trading.open_trades_note')}
      skeleton={<Skeleton className="h-80 opacity-60" />}
    >
      {(ladder) => {
        if (!(ladder instanceof ApiError))
          return <LadderView key={ladder.expiresAtMs} token={token} ladder={ladder} symbol={symbol} />
        if (ladder.code === 'trading.ladder_expired')
          return <ExpiredLink symbol={symbol.name} message={ladder.message} />
        return <Banner tone="info" title={toErrorText(ladder)} />
      }}
    </QueryView>
  )
}

function LadderView(props: { readonly token: string; readonly ladder: Ladder; readonly symbol: MarketSymbol }) {
  const t = useTranslate()
  const format = useFormat()
  const { token, ladder, symbol } = props
  const state = useLadder(token, ladder, symbol)
  const leftMs = ladder.expiresAtMs - useServerSecond()
  const isLast = !canCloseAt(symbol, useMarket(), ladder.expiresAtMs + ladderRoundMs)
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-4 text-13 text-muted">
        <span>{t('trading.ladder_expiry', { time: format.time(ladder.expiresAtMs) })}</span>
        <span role="timer" className="tabular">
          {t('trading.ladder_closes_in', { time: format.countdown(leftMs - lastLadderPurchaseMs) })}
        </span>
        {isLast && symbol.changesAtMs !== null && (
          <span className="w-full">{t('trading.ladder_last', { time: format.time(symbol.changesAtMs) })}</span>
        )}
      </p>
      <div className="min-h-24 flex-1 overflow-y-auto">
        <LadderTable state={state} />
      </div>
      <LadderTicket state={state} />
    </>
  )
}

/** The next ladder begins a minute before the expiry of this one. */
function useNextLadder(ladder: Ladder | ApiError | undefined, load: () => void): void {
  const reload = useEffectEvent(load)
  const endsAtMs = ladder === undefined || ladder instanceof ApiError ? null : ladder.expiresAtMs - lastLadderPurchaseMs
  useEffect(() => {
    if (endsAtMs === null) return undefined
    const timer = setTimeout(reload, Math.max(1000, endsAtMs - serverNow() + 300))
    return () => clearTimeout(timer)
  }, [endsAtMs])
}

function ExpiredLink({ symbol, message }: { readonly symbol: string; readonly message: string }) {
  const t = useTranslate()
  const [isOpening, setOpening] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const open = async (): Promise<void> => {
    setOpening(true)
    setFailed(false)
    try {
      location.replace(await requestLadderUrl(symbol))
    } catch {
      setFailed(true)
      setOpening(false)
    }
  }
  return (
    <Banner
      tone="info"
      title={message}
      action={
        <Button tone="primary" isPending={isOpening} onPress={() => void open()}>
          {t('trading.ladder_reopen')}
        </Button>
      }
    >
      {hasFailed && `${t('trading.open_trades_note')} ${t('shell.load_failed_text')}`}
    </Banner>
  )
}
