import type { ReactNode } from 'react'

import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { useUser } from '../../platform/current-user.ts'
import { formatMoney } from '../../ui/money/format-money.ts'
import { Money } from '../../ui/money/money.tsx'
import { Card, DescriptionList, ScreenTitle } from '../../ui/layout/surface.tsx'
import { TipCard } from './tip-card.tsx'
import { WageringProgress } from './wagering-progress.tsx'

/** The account at a glance. `fund` is the way to add funds, `deposits` the list of the latest ones, `verifyHref` the way to be verified. */
export function HomeScreen(props: {
  readonly fund: ReactNode
  readonly deposits: ReactNode
  readonly verifyHref: string
}) {
  const { fund, deposits, verifyHref } = props
  const t = useTranslate()
  const lang = useLocaleTag()
  const user = useUser()
  const isNew = user.depositTotal === 0
  const minimum = formatMoney(user.minDepositCard, user.currency, lang, { whole: true })
  return (
    <div className="flex flex-col gap-8">
      <ScreenTitle>{t('profile.home')}</ScreenTitle>
      <TipCard />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex flex-col gap-8">
          <BalanceCard fund={fund} note={isNew ? t('profile.start_text', { amount: minimum }) : null} />
          {deposits}
        </div>
        <AccountFacts verifyHref={verifyHref} />
      </div>
    </div>
  )
}

function BalanceCard({ fund, note: hint }: { readonly fund: ReactNode; readonly note: string | null }) {
  const t = useTranslate()
  const user = useUser()
  const { currency } = user
  const all = [
    { id: 'cash', name: t('profile.cash'), amount: user.balance - user.bonusBalance },
    { id: 'bonus', name: t('profile.bonus'), amount: user.bonusBalance },
    { id: 'available', name: t('profile.available'), amount: user.availableBalance },
  ]
  // Practice money is neither cash nor bonus.
  const parts = user.isPractice ? all.slice(2) : all
  return (
    <Card as="section" className="flex flex-col gap-6">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex flex-col gap-1">
          <h2 className="text-13 font-medium text-muted">{t('profile.balance')}</h2>
          <Money amount={user.balance} currency={currency} className="text-40 font-semibold" />
        </div>
        {fund}
      </div>
      <dl className="grid grid-cols-1 gap-px overflow-hidden border-y border-line sm:grid-cols-3">
        {parts.map((part) => (
          <div
            key={part.id}
            className="flex items-baseline justify-between gap-3 py-2.5 sm:flex-col sm:items-start sm:gap-0.5"
          >
            <dt className="text-13 text-muted">{part.name}</dt>
            <dd className="text-17 font-medium">
              <Money amount={part.amount} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
      {user.isPractice ? null : hint === null ? (
        <WageringProgress done={user.wageringDone} needed={user.wageringRequired} currency={currency} />
      ) : (
        <p className="text-muted">{hint}</p>
      )}
    </Card>
  )
}

function AccountFacts({ verifyHref }: { readonly verifyHref: string }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const user = useUser()
  const opened = new Intl.DateTimeFormat(lang, { dateStyle: 'medium' }).format(user.registeredAtMs)
  const verified =
    user.verification === 'Full' ? (
      t('profile.verified')
    ) : (
      <a href={verifyHref} className="text-accent-ink hover:underline">
        {t('profile.not_verified')}
      </a>
    )
  return (
    <section aria-labelledby="account-facts" className="flex flex-col gap-3 lg:pt-6">
      <h2 id="account-facts" className="text-17 font-semibold">
        {t('profile.details')}
      </h2>
      <DescriptionList
        rows={[
          { id: 'number', name: t('profile.number'), value: <span className="tabular">{user.userId}</span> },
          { id: 'currency', name: t('profile.currency'), value: user.currency },
          { id: 'opened', name: t('profile.opened'), value: opened },
          { id: 'verification', name: t('profile.verification'), value: verified },
          {
            id: 'deposited',
            name: t('profile.deposited'),
            value: <Money amount={user.depositTotal} currency={user.currency} />,
          },
        ]}
      />
    </section>
  )
}
