import type { TradeCheck } from '../api.ts'
import { useState } from 'react'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { findLastQuote, isMedian } from './check-settlement.ts'

/** Number of rows on each side of the end, until the trader wants all. */
const firstRows = 5

/** Prices that decided a trade: the quotes around its end, or the trades of a market by their price, with their median. */
export function QuoteTable({ check, digits }: { readonly check: TradeCheck; readonly digits: number }) {
  const t = useTranslate()
  const format = useFormat()
  const [isWhole, setWhole] = useState(false)
  const { lead, quotes, middle, isDecided } = choosePrices(check)
  const deciding = isDecided ? quotes[middle] : undefined
  const shown = isWhole ? quotes : quotes.slice(Math.max(0, middle - firstRows), middle + firstRows + 1)
  return (
    <section aria-labelledby="trade-quotes" className="flex flex-col items-start gap-3">
      <h2 id="trade-quotes" tabIndex={-1} className="text-17 font-semibold outline-none">
        {t('trading.quotes_title')}
      </h2>
      <p className="text-muted">{t(lead)}</p>
      <table className="w-full tabular">
        <thead>
          <tr className="border-b border-line text-13 text-muted">
            <th scope="col" className="py-2 text-start font-medium">
              {t('trading.quote_time')}
            </th>
            <th scope="col" className="py-2 text-end font-medium">
              {t('trading.quote_price')}
            </th>
            <th scope="col" className="w-1/2 py-2 ps-4 text-start font-medium">
              {t('trading.quote_note')}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((quote, index) => (
            <tr key={index} className={cx('border-b border-line', quote === deciding && 'bg-accent-soft font-medium')}>
              <td className="py-1.5">{format.exactTime(quote.atMs)}</td>
              <td className="py-1.5 text-end" dir="ltr">
                {format.price(quote.price, digits)}
              </td>
              <td className="py-1.5 ps-4 text-13">{quote === deciding ? t('trading.quote_decided') : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!isWhole && quotes.length > shown.length && (
        <Button onPress={() => setWhole(true)}>{t('trading.quotes_all', { count: quotes.length })}</Button>
      )}
    </section>
  )
}

/** Chooses the rows. `middle` is the place of the price that decided the trade if `isDecided`, or else of the price at its end. */
function choosePrices(check: TradeCheck) {
  const { quotes, closingTrades } = check
  if (closingTrades.length > 0) {
    const sorted = closingTrades.toSorted((one, other) => one.price - other.price)
    return { lead: 'trading.quotes_trades', quotes: sorted, middle: (sorted.length - 1) / 2, isDecided: true } as const
  }
  const last = findLastQuote(check)
  const middle = last === null ? 0 : quotes.indexOf(last)
  if (isMedian(check)) return { lead: 'trading.quotes_median', quotes, middle, isDecided: false } as const
  return { lead: 'trading.quotes_lead', quotes, middle, isDecided: last !== null } as const
}
