import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { coins, type InvoiceCoin } from '@tradefront/rules/crypto/coins'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { ratesQuery } from './api.ts'

/** Spec: funding 9. */
export function CoinRates() {
  const t = useTranslate()
  const format = useFormat()
  const { data, isError } = useQuery(ratesQuery)
  if (data === undefined) return isError ? <p className="text-13 text-muted">{t('invoices.rates_failed')}</p> : null
  const known = coins.flatMap((coin) => {
    const usd = data.rates[coin]
    return usd === undefined ? [] : [{ coin, usd }]
  })
  if (known.length === 0) return <p className="text-13 text-muted">{t('invoices.rates_failed')}</p>
  return (
    <section aria-label={t('invoices.rates')} className="flex flex-col gap-1 text-13">
      <dl className="flex flex-wrap gap-x-5 gap-y-1">
        {known.map(({ coin, usd }) => (
          <div key={coin} className="flex gap-1.5">
            <dt className="text-muted">{coin}</dt>
            <dd className="tabular font-medium">{format.money(usd, 'USD')}</dd>
          </div>
        ))}
      </dl>
      {data.at !== null && (
        <p className="text-muted">
          {t('invoices.rates')}. {t('invoices.rates_at', { time: format.dateTime(data.at) })}
        </p>
      )}
    </section>
  )
}

/** Why no invoice can be made now, and another way to pay. */
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

/** An invoice on the sandbox's chain or a test network must not be paid with real coins. */
export function TestChainNotice({ coin }: { readonly coin: InvoiceCoin }) {
  const t = useTranslate()
  const { data } = useQuery(ratesQuery)
  return data?.test.includes(coin) === true ? <Banner tone="info">{t('invoices.test_chain')}</Banner> : null
}
