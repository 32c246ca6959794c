import { useTranslate } from '../../platform/i18n/i18n.ts'
import { useUser } from '../../platform/current-user.ts'
import { cx } from '../../ui/styles/cx.ts'
import { Money } from '../../ui/money/money.tsx'

/** Progress in two lines, or in one below a narrow header. */
export function HeaderWageringProgress({ isInline = false }: { readonly isInline?: boolean }) {
  const t = useTranslate()
  const { wageringDone, wageringRequired, currency } = useUser()
  if (wageringRequired <= 0) return null
  return (
    <p
      className={cx(
        'text-13 leading-4 whitespace-nowrap',
        isInline ? 'flex gap-1.5' : 'hidden flex-col items-end md:flex landscape-phone:hidden',
      )}
    >
      <span className="text-muted">{t('profile.turnover')}</span>
      <span className="tabular">
        <Money amount={wageringDone} currency={currency} isWhole /> <span className="text-muted">/</span>{' '}
        <Money amount={wageringRequired} currency={currency} isWhole className="text-muted" />
      </span>
    </p>
  )
}
