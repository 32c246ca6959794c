import { Link } from '@tanstack/react-router'

import { useUser } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { Card } from '../../ui/layout/card.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { Money } from '../../ui/money/money.tsx'

export function AccountFacts() {
  const t = useTranslate()
  const format = useFormat()
  const user = useUser()
  const opened = format.day(user.registeredAtMs)
  const verified =
    user.verification === 'Full' ? (
      t('profile.verified')
    ) : (
      <Link to={paths.showWith('personal', 'documents')} className="text-accent-ink hover:underline">
        {t('profile.not_verified')}
      </Link>
    )
  const deposited = <Money amount={user.depositTotal} currency={user.currency} />
  const realRows = [
    { id: 'verification', name: t('profile.verification'), value: verified },
    { id: 'deposited', name: t('profile.deposited'), value: deposited },
  ]
  return (
    <Card as="section" labelledBy="account-facts" className="flex flex-col gap-3">
      <h2 id="account-facts" className="text-17 font-semibold">
        {t('profile.details')}
      </h2>
      <DescriptionList
        rows={[
          { id: 'number', name: t('profile.number'), value: <span className="tabular">{user.userId}</span> },
          { id: 'currency', name: t('profile.currency'), value: user.currency },
          { id: 'opened', name: t('profile.opened'), value: opened },
          ...(user.isPractice ? [] : realRows),
        ]}
      />
    </Card>
  )
}
