import { landingCalls, type ShownMarket } from '@tradefront/contract/landing'
import { getSymbolLabel } from '@tradefront/rules/trading/symbol-label'
import { useState } from 'react'

import { type CallReply, request } from '../../platform/api/request.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { cx } from '../../ui/styles/cx.ts'
import { usePolling } from './use-polling.ts'

/** Symbols that are shown: some of each kind. */
const shownNames = ['EURUSD', 'GBPUSD', 'USDJPY', 'XAUUSD', 'US500', 'DE40', 'BTCUSD', 'ETHUSD']
const refreshMs = 2000

/** Present prices with the payout: what a visitor could trade this minute. */
export function Markets(props: MarketsState) {
  const t = useTranslate()
  const lang = useLocaleTag()
  // No old price is shown as a present one.
  const reply = props.isFailing ? null : props.reply
  const byName = new Map(reply?.markets.map((market) => [market.name, market]))
  return (
    <section aria-labelledby="markets" className="flex flex-col gap-6">
      <div className="flex flex-col gap-2">
        <h2 id="markets" className="text-28 font-semibold">
          {t('landing.markets')}
        </h2>
        <p className="max-w-prose text-muted">{t('landing.markets_text')}</p>
      </div>
      {/* The rows are there before their prices, so that nothing moves. */}
      <ul className="grid gap-x-10 sm:grid-cols-2">
        {shownNames.map((name) => (
          <MarketRow key={name} name={name} market={byName.get(name)} />
        ))}
      </ul>
      <p className="min-h-5 text-13 text-muted">
        {props.isFailing && t('landing.trial_no_prices')}
        {reply !== null && (
          <>
            {t(`landing.prices_${findPriceClaim(reply)}`)}{' '}
            <a href={paths.proof(lang)} className="text-accent-ink underline">
              {t('landing.markets_check')}
            </a>
          </>
        )}
      </p>
    </section>
  )
}

/** Finds the text about prices. It claims no more than the settings of the market allow. */
export function findPriceClaim({ prices, fill }: MarketsReply) {
  if (prices === 'stream') return 'recorded'
  if (prices === 'sandbox_beacon') return 'test'
  return fill === 'sealed' ? 'unforeseen' : 'unchosen'
}

export type MarketsReply = CallReply<typeof landingCalls.listMarkets>

/** `reply` is the last answer, null before it. `isFailing`: the last request had no answer. */
type MarketsState = { readonly reply: MarketsReply | null; readonly isFailing: boolean }

export function useMarkets(): MarketsState {
  const [state, setState] = useState<MarketsState>({ reply: null, isFailing: false })
  usePolling('markets', refreshMs, async (signal) => {
    const next = await request(landingCalls.listMarkets, { signal }).catch(() => null)
    if (!signal.aborted) setState(({ reply }) => ({ reply: next ?? reply, isFailing: next === null }))
  })
  return state
}

function MarketRow({ name, market }: { readonly name: string; readonly market: ShownMarket | undefined }) {
  const t = useTranslate()
  const format = useFormat()
  const { price = null, dayPrice = null, digits = 0 } = market ?? {}
  const change = price === null || dayPrice === null ? 0 : price - dayPrice
  return (
    <li className="grid h-16 grid-cols-[minmax(0,1fr)_auto_5.5rem] items-center gap-4 border-b border-line">
      <span className="flex flex-col">
        <span className="font-medium">{getSymbolLabel(name, t)}</span>
        <span className="h-5 text-13 text-muted">{market !== undefined && describeHours(market)}</span>
      </span>
      <span className="flex flex-col items-end tabular">
        <bdi dir="ltr" className="font-medium">
          {price === null ? '–' : format.price(price, digits)}
        </bdi>
        <span
          className={cx('h-5 text-13', change > 0 ? 'text-up' : change < 0 ? 'text-down' : 'text-muted')}
          title={t('landing.markets_today')}
        >
          {price !== null && dayPrice !== null && (
            <>
              <span className="sr-only">{t('landing.markets_today')} </span>
              {format.change(dayPrice, price)}
            </>
          )}
        </span>
      </span>
      <span className="text-end tabular">
        {market !== undefined && (
          <>
            <span className="font-semibold">{format.percent(market.payout, 1)}</span>
            <span className="block text-13 text-muted">{t('landing.ticket_payout')}</span>
          </>
        )}
      </span>
    </li>
  )

  function describeHours({ isOpen, changesAtMs }: ShownMarket): string {
    if (changesAtMs === null) return t(isOpen ? 'landing.markets_open' : 'landing.markets_closed')
    const time = format.shortWeekdayTime(changesAtMs)
    return t(isOpen ? 'landing.markets_open_until' : 'landing.markets_opens', { time })
  }
}
