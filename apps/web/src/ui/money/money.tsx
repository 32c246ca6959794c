import { useLocale } from 'react-aria-components/I18nProvider'

import { cx } from '../styles/cx.ts'
import { formatMoney } from '@tradefront/rules/ledger/format-money'

/** Major units, left to right in every language. */
export function Money(props: {
  readonly amount: number
  readonly currency: string
  /** Omits .00 from whole amounts. */
  readonly isWhole?: boolean
  /** Also shows a plus. */
  readonly isSigned?: boolean
  readonly className?: string
}) {
  const { locale } = useLocale()
  const { amount, currency, isWhole, isSigned } = props
  return (
    <bdi dir="ltr" className={cx('tabular whitespace-nowrap', props.className)}>
      {formatMoney(amount, currency, locale, { isWhole, isSigned })}
    </bdi>
  )
}
