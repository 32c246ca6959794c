import { useQuery } from '@tanstack/react-query'
import type { DeskTradeDetails } from '@tradefront/contract/desk-trades'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { toPrice } from '@tradefront/rules/trading/symbols'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { listTraderRows } from '../traders/list-trader-rows.tsx'
import { WaitingCommand } from '../waiting-command.tsx'
import { tradeQuery } from './api.ts'
import { VoidTrade } from './void-trade.tsx'

export function TradePanel({ id }: { readonly id: string }) {
  const t = useTranslate()
  return (
    <QueryView
      query={useQuery(tradeQuery(id))}
      name={t('desk_decisions.trade')}
      skeleton={<Skeleton className="h-96" />}
      empty={<EmptyState title={t('errors.not_found')} />}
    >
      {(trade) => <Details trade={trade} />}
    </QueryView>
  )
}

function Details({ trade }: { readonly trade: DeskTradeDetails }) {
  const t = useTranslate()
  const format = useFormat()
  const { id, trader, symbol, direction, stake, bonusStake, returned, currency, state, digits, voided, obstacle } =
    trade
  const money = (minor: number) => format.money(fromMinor(minor, currency), currency)
  const price = (points: number | null) => (points === null ? '–' : format.price(toPrice(points, digits), digits))
  const rows = [
    ...listTraderRows(t, format, trader),
    { id: 'stake', name: t('desk_decisions.stake'), value: money(stake) },
    ...(bonusStake > 0 ? [{ id: 'bonus', name: t('desk_decisions.bonus_part'), value: money(bonusStake) }] : []),
    { id: 'payout', name: t('desk_decisions.payout'), value: format.percent(trade.payoutPercent / 100) },
    { id: 'opened', name: t('desk_decisions.opened'), value: format.exactDateTime(trade.openedAtMs) },
    { id: 'strike', name: t('desk_decisions.strike'), value: price(trade.strikePoints) },
    { id: 'expires', name: t('desk_decisions.expires'), value: format.exactDateTime(trade.expiresAtMs) },
    { id: 'close', name: t('desk_decisions.close_price'), value: price(trade.closePoints) },
    ...(trade.closedAtMs === null
      ? []
      : [{ id: 'closed', name: t('desk_decisions.ended_at'), value: format.exactDateTime(trade.closedAtMs) }]),
    {
      id: 'result',
      name: t('desk_decisions.result'),
      value: `${t(voided === null ? `desk_decisions.state_${state}` : 'desk_decisions.voided')} · ${money(returned ?? 0)}`,
      isStrong: true,
    },
  ]
  return (
    <Card className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 className="text-21 font-semibold">
          {symbol} {t(`desk_decisions.direction_${direction}`)}
        </h2>
        <VoidTrade trade={trade} />
      </div>
      <WaitingCommand page={`/trades/${id}`} />
      {voided !== null && (
        <Banner
          tone="warn"
          title={t('desk_decisions.was_voided', {
            time: format.dateTime(voided.atMs),
            before: `${t(`desk_decisions.state_${voided.state}`)}, ${money(voided.returned)}`,
          })}
        >
          {voided.fault}
        </Banner>
      )}
      <DescriptionList rows={rows} />
      {obstacle !== null && voided === null && (
        <p className="text-13 text-muted">{t(`desk_decisions.obstacle_${obstacle}`)}</p>
      )}
      {voided !== null && (
        <section aria-labelledby="void-words" className="flex flex-col gap-1">
          <h3 id="void-words" className="font-semibold">
            {t('desk_decisions.trader_reads')}
          </h3>
          <ul className="flex flex-col gap-1 rounded-field bg-raised px-3 py-2">
            {Object.entries(voided.words).map(([language, words]) => (
              <li key={language} lang={language}>
                {words}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Card>
  )
}
