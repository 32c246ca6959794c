import { useLocale } from 'react-aria-components/I18nProvider'
import { formatMoney } from '@tradefront/rules/ledger/format-money'
import { useState } from 'react'

import { cx } from '../styles/cx.ts'
import { Money } from './money.tsx'

/**
 * Money that rolls from its last amount to the new one. Its text is the new amount at once, and CSS draws the last one, so that screen
 * readers hear only the new amount.
 * @param props.from amount from which it rolls when it is first shown; not given: it is shown without motion
 */
export function RollingMoney(props: { readonly amount: number; readonly currency: string; readonly from?: number }) {
  const { locale } = useLocale()
  const { amount, currency, from = amount } = props
  const [shown, setShown] = useState({ amount, currency, before: from })
  if (shown.amount !== amount || shown.currency !== currency) {
    setShown({ amount, currency, before: shown.currency === currency ? shown.amount : amount })
  }
  const { before } = shown
  return (
    <bdi dir="ltr" className="relative inline-block [clip-path:inset(0)]">
      <span
        // A new element starts the motion again.
        key={`${before}/${amount}`}
        data-before={before === amount ? undefined : formatMoney(before, currency, locale)}
        className={cx(
          'inline-block',
          before !== amount &&
            "before:absolute before:start-0 before:tabular before:whitespace-nowrap before:content-[attr(data-before)/'']",
          before < amount && 'animate-roll-up before:bottom-full',
          before > amount && 'animate-roll-down before:top-full',
        )}
      >
        <Money amount={amount} currency={currency} />
      </span>
    </bdi>
  )
}
