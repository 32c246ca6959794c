import { getBootstrap } from '../../../platform/api/bootstrap.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'

/** Says what a bonus costs, and when the deposit can be withdrawn, before the step that binds. */
export function DepositConditions({ hasBonus }: { readonly hasBonus: boolean }) {
  const t = useTranslate()
  const factor = getBootstrap().settings.depositTurnoverFactor
  return (
    <>
      {hasBonus && <p className="text-13 text-muted">{t('deposits.bonus_cost')}</p>}
      {factor !== undefined && <p className="text-13 text-muted">{t('deposits.own_turnover', { factor })}</p>}
    </>
  )
}
