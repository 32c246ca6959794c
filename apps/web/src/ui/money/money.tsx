import { useLocale } from 'react-aria-components/I18nProvider'

import { cx } from '../styles/cx.ts'
import { formatMoney } from './format-money.ts'

/** An amount in major units: tabular figures, left to right whatever the language. `signed` shows a plus too. */
export function Money(props: {
  readonly amount: number
  readonly currency: string
  /** Leaves .00 away from whole amounts. */
  readonly isWhole?: boolean
  readonly isSigned?: boolean
  readonly className?: string
}) {
  const { locale } = useLocale()
  const { amount, currency } = props
  return (
    <bdi dir="ltr" className={cx('tabular whitespace-nowrap', props.className)}>
      {formatMoney(amount, currency, locale, { isWhole: props.isWhole ?? false, isSigned: props.isSigned ?? false })}
    </bdi>
  )
}
