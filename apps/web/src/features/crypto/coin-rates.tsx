import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { coins, type InvoiceCoin } from '@tradefront/rules/crypto/coins'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { ratesQuery } from './api.ts'

/** Spec: funding 9. */
export function CoinRates() {
  const t = useTranslate()
  const format = useFormat()
  return (
    <QueryView
      query={useQuery(ratesQuery)}
      name={t('invoices.rates')}
      skeleton={<Skeleton className="h-10" />}
      isEmpty={({ rates }) => coins.every((coin) => rates[coin] === undefined)}
      empty={<p className="text-13 text-muted">{t('invoices.rates_none')}</p>}
    >
      {({ rates, at }) => (
        <section aria-label={t('invoices.rates')} className="flex flex-col gap-1 text-13">
          <dl className="flex flex-wrap gap-x-5 gap-y-1">
            {coins.map((coin) => {
              const usd = rates[coin]
              if (usd === undefined) return null
              return (
                <div key={coin} className="flex gap-1.5">
                  <dt className="text-muted">{coin}</dt>
                  <dd className="tabular font-medium">{format.money(usd, 'USD')}</dd>
                </div>
              )
            })}
          </dl>
          {at !== null && (
            <p className="text-muted">
              {t('invoices.rates')}. {t('invoices.rates_at', { time: format.dateTime(at) })}
            </p>
          )}
        </section>
      )}
    </QueryView>
  )
}

/** Says why no invoice can be made now, and offers another way to pay. */
export function StaleRateNotice({ coin }: { readonly coin: InvoiceCoin }) {
  const t = useTranslate()
  const { data } = useQuery(ratesQuery)
  if (data?.stale.includes(coin) !== true) return null
  return (
    <Banner
      tone="warn"
      title={t('invoices.stale_title')}
      action={
        <Link to={paths.showWith('funding', 'card')} className={buttonClass({})}>
          {t('invoices.stale_other')}
        </Link>
      }
    >
      {t('invoices.stale_text')}
    </Banner>
  )
}

/** Warns that an invoice on the sandbox's chain or a test network must not be paid with real coins. */
export function TestChainNotice({ coin }: { readonly coin: InvoiceCoin }) {
  const t = useTranslate()
  const { data } = useQuery(ratesQuery)
  return data?.test.includes(coin) === true ? <Banner tone="info">{t('invoices.test_chain')}</Banner> : null
}
