import { useUser } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useSwitchAccount } from './switch-account.ts'

/** Button in the menu of a narrow header. */
export function SwitchButton() {
  const { switchAccount, isPending } = useSwitchAccount()
  return (
    <Button isWide className="md:hidden landscape-phone:inline-flex" isPending={isPending} onPress={switchAccount}>
      {useSwitchName()}
    </Button>
  )
}

export function useSwitchName(): string {
  const t = useTranslate()
  const format = useFormat()
  const { isPractice, hasRealAccount, practiceBalance, realBalance, currency } = useUser()
  if (!isPractice) return t('profile.switch_practice_amount', { amount: format.money(practiceBalance, currency) })
  return hasRealAccount
    ? t('profile.switch_real_amount', { amount: format.money(realBalance, currency) })
    : t('profile.open_real')
}
