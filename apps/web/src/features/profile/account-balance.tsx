import type { Currency } from '@tradefront/rules/ledger/money'
import type { ReactNode } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { RollingMoney } from '../../ui/money/rolling-money.tsx'
import { cx } from '../../ui/styles/cx.ts'

/** An account in the header: its name over its balance. */
export function AccountBalance(props: {
  readonly isPractice: boolean
  /** Null: the balance is not known. */
  readonly amount: number | null
  readonly currency: Currency
  readonly isShown: boolean
  /** Content in place of the balance. */
  readonly children?: ReactNode
}) {
  const t = useTranslate()
  const { isPractice, amount, currency, isShown, children } = props
  return (
    <span className="flex flex-col items-start text-start">
      <span
        className={cx(
          'text-13 leading-4 whitespace-nowrap',
          isShown && isPractice ? 'font-semibold text-practice' : 'font-normal text-muted',
        )}
      >
        {t(isPractice ? 'profile.account_practice' : 'profile.account_real')}
      </span>{' '}
      <span className={cx('text-15 leading-5', isShown ? 'font-semibold' : 'font-normal text-muted')}>
        {children ?? (amount === null ? '–' : <RollingMoney amount={amount} currency={currency} />)}
        {/* Amounts of other currencies end with their unit. */}
        {isShown && currency !== 'RUB' && <span className="text-13 font-normal text-muted"> {currency}</span>}
      </span>
    </span>
  )
}
