import type { PriceAlert } from '@tradefront/contract/price-alerts'
import { priceAlertsCalls } from '@tradefront/contract/price-alerts'
import type { MarketSymbol } from '@tradefront/contract/trading'
import { alertDays, maxWaitingAlerts } from '@tradefront/rules/price-alerts/price-alerts'
import { getSymbolLabel } from '@tradefront/rules/trading/symbol-label'
import Trash2 from 'lucide-react/icons/trash-2'

import { useCallMutation } from '../../../platform/api/use-call-mutation.ts'
import { serverNow } from '../../../platform/clock.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { QueryView } from '../../../platform/query/query-view.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { RowsSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { useAlertsQuery } from './alert-list.ts'
import { AlertForm } from './alert-form.tsx'

/** A form that sets an alert on a symbol, then the alerts that wait, those of this symbol first, and those that have ended. */
export function AlertPanel({ symbol }: { readonly symbol: MarketSymbol }) {
  const t = useTranslate()
  const query = useAlertsQuery()
  return (
    <div className="flex flex-col gap-4">
      <AlertForm symbol={symbol} />
      <QueryView
        query={query}
        name={t('trading.price_alerts')}
        skeleton={<RowsSkeleton count={2} className="h-9" />}
        isEmpty={({ alerts }) => alerts.length === 0}
        empty={<p className="border-t border-line pt-3 text-13 text-muted">{t('price_alerts.empty')}</p>}
      >
        {({ alerts }) => {
          const waiting = alerts.filter(({ state }) => state === 'waiting')
          const ended = alerts.filter(({ state }) => state !== 'waiting')
          const isOther = (alert: PriceAlert): number => Number(alert.symbol !== symbol.name)
          return (
            <>
              <AlertList
                title={t('price_alerts.waiting', { count: waiting.length, max: maxWaitingAlerts })}
                alerts={waiting.toSorted((one, other) => isOther(one) - isOther(other))}
              />
              <AlertList title={t('price_alerts.ended')} alerts={ended} />
            </>
          )
        }}
      </QueryView>
    </div>
  )
}

function AlertList({ title, alerts }: { readonly title: string; readonly alerts: readonly PriceAlert[] }) {
  if (alerts.length === 0) return null
  return (
    <section aria-label={title} className="border-t border-line pt-3">
      <h3 className="text-13 text-muted">{title}</h3>
      <ul className="-mx-1 mt-1 flex flex-col">
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} />
        ))}
      </ul>
    </section>
  )
}

function AlertRow({ alert }: { readonly alert: PriceAlert }) {
  const t = useTranslate()
  const format = useFormat()
  const remove = useCallMutation(priceAlertsCalls.deletePriceAlert, {
    invalidates: [priceAlertsCalls.listPriceAlerts],
  })
  const { id, direction, digits, reached, state, expiresAtMs } = alert
  const named = { symbol: getSymbolLabel(alert.symbol, t), price: format.price(alert.price, digits) }
  return (
    <li className="flex items-center gap-2 rounded-field ps-1 hover:bg-raised">
      <p className="min-w-0 flex-1 py-1.5 text-15 leading-5">
        <span className={state === 'waiting' ? 'tabular' : 'text-muted tabular'}>
          {t(`price_alerts.${direction}`, named)}
        </span>
        <span className="block text-13 text-muted tabular">{describeState()}</span>
      </p>
      <IconButton label={t(`price_alerts.delete_${direction}`, named)} onClick={() => remove.mutate({ body: { id } })}>
        <Trash2 size={16} aria-hidden />
      </IconButton>
    </li>
  )

  function describeState(): string {
    if (state === 'waiting') return t('price_alerts.until', { date: format.day(expiresAtMs) })
    if (reached === null) return t('price_alerts.has_expired', { days: alertDays })
    const time = format.recentTime(reached.atMs, serverNow())
    return t('price_alerts.was_reached', { price: format.price(reached.price, digits), time })
  }
}
