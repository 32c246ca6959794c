import { useLocale } from 'react-aria-components/I18nProvider'

import { cx } from '../styles/cx.ts'
import { formatMoney } from './format-money.ts'

/** An amount in major units: tabular figures, left to right whatever the language. `signed` shows a plus too. */
export function Money(props: {
  readonly amount: number
  readonly currency: string
  /** Leaves .00 away from whole amounts. */
  readonly whole?: boolean
  readonly signed?: boolean
  readonly className?: string
}) {
  const { locale } = useLocale()
  const { amount, currency } = props
  return (
    <bdi dir="ltr" className={cx('tabular whitespace-nowrap', props.className)}>
      {formatMoney(amount, currency, locale, { whole: props.whole ?? false, signed: props.signed ?? false })}
    </bdi>
  )
}
