import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useUser } from '../../platform/current-user.ts'
import { isPlatformEmbedded } from '../../platform/embedded-platform.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Money } from '../../ui/money/money.tsx'
import { useAvailableBalance } from './balance-menu.tsx'
import { ResetPractice } from './reset-practice.tsx'
import { WageringProgress } from './wagering-progress.tsx'

/** Card with the balance. New users see the minimum deposit, others their wagering progress. */
export function BalanceCard({ action }: { readonly action?: ReactNode }) {
  const t = useTranslate()
  const format = useFormat()
  const user = useUser()
  const { currency } = user
  const available = useAvailableBalance()
  const isEmbedded = isPlatformEmbedded()
  const balance = isEmbedded && !user.isPractice ? available : user.balance
  const all = [
    { id: 'cash', name: t('profile.cash'), amount: user.balance - user.bonusBalance },
    { id: 'bonus', name: t('profile.bonus'), amount: user.bonusBalance },
    { id: 'available', name: t('profile.available'), amount: available },
  ]
  const minDeposit = format.money(user.minDepositCard, currency, { isWhole: true })
  // Practice money is neither cash nor bonus, and an embedded platform does not tell them apart.
  const parts = user.isPractice || isEmbedded ? all.slice(2) : all
  return (
    <Card as="section" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex flex-col gap-1">
          <h2 className="text-13 font-medium text-muted">{t('profile.balance')}</h2>
          {balance === null ? (
            <span className="text-40">–</span>
          ) : (
            <Money amount={balance} currency={currency} className="text-40 font-semibold" />
          )}
        </div>
        {user.isPractice ? (
          <div className="max-sm:w-full">
            <ResetPractice />
          </div>
        ) : (
          <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:flex-col-reverse">
            {action}
            <Link to={paths.show('funding')} className={buttonClass({ tone: 'primary', size: 'lg' })}>
              {t('profile.fund')}
            </Link>
          </div>
        )}
      </div>
      <dl className="grid grid-cols-1 gap-px overflow-hidden border-y border-line sm:grid-cols-3">
        {parts.map((part) => (
          <div
            key={part.id}
            className="flex items-baseline justify-between gap-3 py-2.5 sm:flex-col sm:items-start sm:gap-0.5"
          >
            <dt className="text-13 text-muted">{part.name}</dt>
            <dd className="text-17 font-medium">
              {part.amount === null ? '–' : <Money amount={part.amount} currency={currency} />}
            </dd>
          </div>
        ))}
      </dl>
      {!user.isPractice &&
        (user.depositTotal === 0 ? (
          <p className="text-muted">{t('profile.start_text', { amount: minDeposit })}</p>
        ) : (
          <WageringProgress done={user.wageringDone} needed={user.wageringRequired} currency={currency} />
        ))}
    </Card>
  )
}
