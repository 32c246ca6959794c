import { useUser } from '../../platform/current-user.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useSwitchAccount } from './switch-account.ts'

/** Link beside features that only a real account has. It is shown on practice. */
export function SwitchToReal({ isCompact = false }: { readonly isCompact?: boolean }) {
  const t = useTranslate()
  const { hasRealAccount } = useUser()
  const { switchAccount, isPending } = useSwitchAccount()
  return (
    <Button
      tone="primary"
      size={isCompact ? 'sm' : 'md'}
      className="self-start"
      isPending={isPending}
      onPress={switchAccount}
    >
      {t(hasRealAccount ? 'profile.switch_real' : 'profile.open_real')}
    </Button>
  )
}
