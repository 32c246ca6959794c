import { useTranslate } from '../../platform/i18n/i18n.ts'
import { useUser } from '../../platform/current-user.ts'
import { Money } from '../../ui/money/money.tsx'

export function HeaderWageringProgress() {
  const t = useTranslate()
  const { wageringDone, wageringRequired, currency } = useUser()
  if (wageringRequired <= 0) return null
  return (
    <p className="hidden flex-col items-end text-13 leading-4 whitespace-nowrap md:flex">
      <span className="text-muted">{t('profile.turnover')}</span>
      <span className="tabular">
        <Money amount={wageringDone} currency={currency} isWhole /> <span className="text-muted">/</span>{' '}
        <Money amount={wageringRequired} currency={currency} isWhole className="text-muted" />
      </span>
    </p>
  )
}
