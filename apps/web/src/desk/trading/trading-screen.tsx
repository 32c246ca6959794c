import { queryOptions, useQuery } from '@tanstack/react-query'
import { type DeskSymbol, deskTradingCalls } from '@tradefront/contract/desk-trading'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { ActionButton } from '../action-button.tsx'
import { DeskTable } from '../desk-table.tsx'
import { follow } from '../live.ts'

/** What open trades can cost changes with each trade, which is not told. */
const exposureMs = 5000

const tradingQuery = queryOptions({
  queryKey: callKey(deskTradingCalls.getTrading),
  queryFn: ({ signal }) => performCall(deskTradingCalls.getTrading, { signal }),
  ...follow(['symbols', 'settings'], exposureMs),
})

/** Symbols that are traded, what they can cost the house, and the button that stops trading. */
export function TradingScreen() {
  const t = useTranslate()
  const format = useFormat()
  const query = useQuery(tradingQuery)
  const stoppedAtMs = query.data?.allStoppedAtMs ?? null
  return (
    <div className="flex flex-col gap-6">
      <ScreenTitle
        lead={t('desk_trading.lead')}
        aside={
          <ActionButton
            action="trading.stop"
            tone="danger"
            isLoud
            label={t('desk_trading.stop_everything')}
            title={t('desk_trading.stop_all')}
            input={{ symbol: 'ALL' }}
            isOffered={query.data !== undefined && stoppedAtMs === null}
          />
        }
      >
        {t('desk_trading.title')}
      </ScreenTitle>
      <QueryView query={query} name={t('desk_trading.title')} skeleton={<Skeleton className="h-96" />}>
        {({ symbols }) => (
          <>
            {stoppedAtMs !== null && (
              <Banner
                tone="danger"
                title={t('desk_trading.all_stopped', { time: format.recentTime(stoppedAtMs, serverNow()) })}
              >
                {t('desk_trading.all_stopped_text')}
              </Banner>
            )}
            <ActionButton
              action="trading.resume"
              tone="primary"
              title={t('desk_trading.resume_all')}
              input={{ symbol: 'ALL' }}
              isOffered={stoppedAtMs !== null}
            />
            <Symbols symbols={symbols} />
          </>
        )}
      </QueryView>
    </div>
  )
}

function Symbols({ symbols }: { readonly symbols: readonly DeskSymbol[] }) {
  const t = useTranslate()
  const format = useFormat()
  const write = (minor: number) => format.money(fromMinor(minor, baseCurrency), baseCurrency)
  const writeState = ({ stoppedAtMs }: DeskSymbol) =>
    stoppedAtMs === null
      ? t('desk_trading.goes_on')
      : t('desk_trading.stopped_since', { time: format.recentTime(stoppedAtMs, serverNow()) })
  return (
    <DeskTable
      id="symbols"
      title={t('desk_trading.symbols')}
      columns={[
        {
          id: 'symbol',
          title: t('desk_trading.symbol'),
          render: ({ label }) => <span className="font-medium">{label}</span>,
          toCell: ({ name }) => name,
        },
        {
          id: 'state',
          title: t('desk_trading.state'),
          render: (symbol) => (
            <span className={symbol.stoppedAtMs === null ? 'text-muted' : 'font-medium text-down'}>
              {writeState(symbol)}
            </span>
          ),
          toCell: writeState,
        },
        {
          id: 'open',
          title: t('desk_trading.open_trades'),
          isNumeric: true,
          render: ({ openTrades }) => format.number(openTrades),
          toCell: ({ openTrades }) => openTrades,
        },
        {
          id: 'loss',
          title: t('desk_trading.loss'),
          isNumeric: true,
          render: ({ loss, lossMax }) => (
            <>
              {write(loss)} {lossMax !== null && <span className="text-muted">/ {write(lossMax)}</span>}
            </>
          ),
          toCell: ({ loss }) => fromMinor(loss, baseCurrency),
        },
        {
          id: 'order',
          title: t('desk_trading.order'),
          isNumeric: true,
          isPinned: true,
          render: ({ name, label, stoppedAtMs }) => (
            <span className="flex justify-end gap-2">
              <ActionButton
                action="trading.stop"
                tone="danger"
                size="sm"
                label={t('desk_trading.stop')}
                title={t('desk_trading.stop_one', { symbol: label })}
                input={{ symbol: name }}
                isOffered={stoppedAtMs === null}
              />
              <ActionButton
                action="trading.resume"
                size="sm"
                label={t('desk_trading.resume')}
                title={t('desk_trading.resume_one', { symbol: label })}
                input={{ symbol: name }}
                isOffered={stoppedAtMs !== null}
              />
            </span>
          ),
        },
      ]}
      rows={symbols}
      toKey={({ name }) => name}
      emptyText=""
    />
  )
}
