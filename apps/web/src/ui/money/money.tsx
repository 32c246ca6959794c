import { useLocale } from 'react-aria-components/I18nProvider'

import { cx } from '../styles/cx.ts'
import { formatMoney } from '@tradefront/rules/ledger/format-money'

/** Amount in major units, which is written from left to right in every language. */
export function Money(props: {
  readonly amount: number
  readonly currency: string
  /** True leaves out the .00 of whole amounts. */
  readonly isWhole?: boolean
  /** True also shows a plus. */
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
