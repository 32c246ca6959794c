import type { EntryLine } from '@tradefront/contract/desk-money'
import { fromMinor } from '@tradefront/rules/ledger/money'

import { isLoadedText, type Translate, useTranslate } from '../../platform/i18n/i18n.ts'
import { Money } from '../../ui/money/money.tsx'
import { cx } from '../../ui/styles/cx.ts'

/** Lines of a ledger entry: what each account gets or gives. The trader's own are emphasized. */
export function EntryLines({ lines }: { readonly lines: readonly EntryLine[] }) {
  const t = useTranslate()
  return (
    <ul className="flex flex-col">
      {lines.map(({ account, isTrader, amount, currency }) => (
        <li key={`${account} ${currency}`} className="flex items-baseline justify-between gap-4 py-1">
          <span className={cx('wrap-anywhere', isTrader ? 'font-medium' : 'text-muted')}>
            {describeAccount(t, account)}
          </span>
          <Money
            amount={fromMinor(amount, currency)}
            currency={currency}
            isSigned
            className={isTrader ? 'font-medium' : 'text-muted'}
          />
        </li>
      ))}
    </ul>
  )
}

function describeAccount(t: Translate, account: string): string {
  const [kind = '', processor = ''] = account.split(':')
  if (kind === 'clearing') return t('desk_money.account_clearing', { processor })
  const key = `desk_money.account_${account}`
  return isLoadedText(key) ? t(key) : account
}
