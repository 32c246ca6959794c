import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TradeCheck } from '@tradefront/contract/domain/trading'
import { getSymbolLabel } from '@tradefront/rules/trading/symbol-label'
import { findSymbol } from '@tradefront/rules/trading/symbols'
import { useEffect } from 'react'

import { ApiError } from '../../../platform/api/api-error.ts'
import { serverNow } from '../../../platform/clock.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { usePageTitle } from '../../../platform/page-title.ts'
import { useLiveEvent } from '../../../platform/realtime/live-connection.ts'
import { paths } from '../../../routes/paths.ts'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { ScreenMessage } from '../../../ui/feedback/screen-message.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx'
import { tradeCheckQuery } from '../api.ts'
import { QuoteTable } from './quote-table.tsx'
import { SettlementCheck } from './settlement-check.tsx'
import { TradeFacts } from './trade-facts.tsx'

/** How a trade ended, and everything that is needed to check it. */
export function TradePage({ id }: { readonly id: string }) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(tradeCheckQuery(id))
  useLiveEvent('trade', ({ trade }) => {
    if (trade.id === id) void refetch()
  })
  useLiveEvent('refresh', () => void refetch())
  if (data) return <TradeDetails check={data} />
  if (error === null && data === undefined)
    return <Skeleton className="h-96 max-w-3xl opacity-60" label={t('shell.loading')} />
  const isUnknown = data === null || (error instanceof ApiError && [400, 404].includes(error.status))
  return (
    <ScreenMessage
      title={t(isUnknown ? 'trading.trade_unknown' : 'trading.failed_title')}
      action={
        isUnknown ? (
          <Link to={paths.home()} className={buttonClass({ tone: 'primary' })}>
            {t('trading.back')}
          </Link>
        ) : (
          <Button tone="primary" onPress={() => void refetch()}>
            {t('shell.retry')}
          </Button>
        )
      }
    >
      {t(isUnknown ? 'trading.trade_unknown_text' : 'trading.trade_failed_text')}
    </ScreenMessage>
  )
}

function TradeDetails({ check }: { readonly check: TradeCheck }) {
  const t = useTranslate()
  const format = useFormat()
  const { trade, quotes, day } = check
  const symbol = findSymbol(trade.symbol)
  const [label, digits] = [getSymbolLabel(trade.symbol, t), symbol?.digits ?? 5]
  const title = t('trading.trade_title', { symbol: label })
  usePageTitle(title)
  useReloadAtSeed(check)
  return (
    <div className="flex max-w-3xl flex-col gap-8">
      <ScreenTitle
        lead={t('trading.trade_lead', { time: format.dateTimeWithSeconds(trade.openedAtMs) })}
        aside={
          <Link to={paths.home()} className={buttonClass({ tone: 'quiet' })}>
            {t('trading.back')}
          </Link>
        }
      >
        {title}
      </ScreenTitle>
      <TradeFacts trade={trade} digits={digits} />
      {trade.state !== 'open' && day !== null && <SettlementCheck check={check} day={day} digits={digits} />}
      {quotes.length > 0 && <QuoteTable check={check} digits={digits} />}
      <section aria-labelledby="trade-report" className="flex flex-col items-start gap-3">
        <h2 id="trade-report" className="text-17 font-semibold">
          {t('trading.report_title')}
        </h2>
        <p className="text-muted">{t('trading.report_text', { id: trade.id })}</p>
        <Link to={paths.show('support')} search={{ trade: trade.id }} className={buttonClass({ tone: 'quiet' })}>
          {t('trading.report')}
        </Link>
      </section>
    </div>
  )
}

/** The seed appears when the day is over. */
function useReloadAtSeed({ trade, day }: TradeCheck): void {
  const { refetch } = useQuery(tradeCheckQuery(trade.id))
  const endsAtMs = day === null || day.seed !== null ? null : day.endsAtMs
  useEffect(() => {
    if (endsAtMs === null) return undefined
    const timer = setTimeout(() => void refetch(), Math.max(5000, endsAtMs - serverNow() + 2000))
    return () => clearTimeout(timer)
  }, [endsAtMs, refetch])
}
