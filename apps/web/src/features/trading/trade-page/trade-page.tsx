import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { TradeCheck } from '../api.ts'
import { getSymbolLabel } from '@tradefront/rules/trading/symbol-label'
import { findSymbol } from '@tradefront/rules/trading/symbols'
import { useEffect, useEffectEvent } from 'react'

import { serverNow } from '../../../platform/clock.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { usePageTitle } from '../../../platform/page-title.ts'
import { useLiveEvent } from '../../../platform/realtime/live-connection.ts'
import { QueryView } from '../../../platform/query/query-view.tsx'
import { paths } from '../../../routes/paths.ts'
import { buttonClass } from '../../../ui/buttons/button.tsx'
import { ScreenMessage } from '../../../ui/feedback/screen-message.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx'
import { tradeCheckQuery } from '../api.ts'
import { DecisionPicture } from './decision-picture.tsx'
import { QuoteTable } from './quote-table.tsx'
import { SettlementCheck } from './settlement-check.tsx'
import { TradeFacts } from './trade-facts.tsx'

/** Result of a trade, and everything that is needed to check it. */
export function TradePage({ id }: { readonly id: string }) {
  const t = useTranslate()
  const query = useQuery(tradeCheckQuery(id))
  usePageTitle(query.data === null ? t('trading.trade_unknown') : undefined)
  const reload = (): void => void query.refetch()
  useLiveEvent('trade', ({ trade }) => {
    if (trade.id === id) reload()
  })
  useLiveEvent('refresh', reload)
  return (
    <div className="flex max-w-3xl flex-col gap-8">
      {query.data === undefined && (
        <h1 tabIndex={-1} className="sr-only">
          {t('trading.one_trade')}
        </h1>
      )}
      <QueryView
        query={query}
        name={t('trading.one_trade')}
        note={t('trading.trade_note')}
        skeleton={<Skeleton className="h-96 opacity-60" />}
        empty={
          <ScreenMessage
            title={t('trading.trade_unknown')}
            action={
              <Link to={paths.home()} className={buttonClass({ tone: 'primary' })}>
                {t('trading.back')}
              </Link>
            }
          >
            {t('trading.trade_unknown_text')}
          </ScreenMessage>
        }
      >
        {(check) => <TradeDetails check={check} onReload={reload} />}
      </QueryView>
    </div>
  )
}

function TradeDetails({ check, onReload }: { readonly check: TradeCheck; readonly onReload: () => void }) {
  const t = useTranslate()
  const format = useFormat()
  const { trade, quotes, proof } = check
  const symbol = findSymbol(trade.symbol)
  const [label, digits] = [getSymbolLabel(trade.symbol, t), symbol?.digits ?? 5]
  const title = t('trading.trade_title', { symbol: label })
  usePageTitle(title)
  useReloadAtSeeds(check, onReload)
  return (
    <>
      <ScreenTitle
        lead={t('trading.trade_lead', { time: format.dateTimeWithSeconds(trade.openedAtMs) })}
        aside={
          <div className="flex flex-wrap gap-3">
            <Link
              to={paths.show('replay')}
              search={{ symbol: trade.symbol, at: trade.openedAtMs }}
              className={buttonClass({ tone: 'quiet' })}
            >
              {t('trading.replay_this')}
            </Link>
            <Link to={paths.home()} className={buttonClass({ tone: 'quiet' })}>
              {t('trading.back')}
            </Link>
          </div>
        }
      >
        {title}
      </ScreenTitle>
      <TradeFacts trade={trade} digits={digits} />
      <DecisionPicture check={check} digits={digits} />
      {proof !== null && <SettlementCheck check={check} proof={proof} digits={digits} />}
      {quotes.length > 0 && <QuoteTable check={check} digits={digits} />}
      <section aria-labelledby="trade-report" className="flex flex-col items-start gap-3">
        <h2 id="trade-report" className="text-17 font-semibold">
          {t('trading.report_title')}
        </h2>
        <p className="text-muted">{t('trading.report_text', { id: trade.id })}</p>
        <Link to={paths.newTicket()} search={{ trade: trade.id }} className={buttonClass({ tone: 'quiet' })}>
          {t('trading.report')}
        </Link>
      </section>
    </>
  )
}

/** Reloads the trade when its seeds are published, minutes after its end. */
function useReloadAtSeeds({ proof }: TradeCheck, onReload: () => void): void {
  const reload = useEffectEvent(onReload)
  const publicAtMs = proof === null || proof.proofs !== null ? null : proof.publicAtMs
  useEffect(() => {
    if (publicAtMs === null) return undefined
    const timer = setTimeout(reload, Math.max(5000, publicAtMs - serverNow() + 2000))
    return () => clearTimeout(timer)
  }, [publicAtMs])
}
