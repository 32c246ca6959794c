import { useUser } from '../../platform/current-user.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { AccountBalance } from './account-balance.tsx'
import { BalanceMenu } from './balance-menu.tsx'
import { useSwitchName } from './switch-button.tsx'
import { useSwitchAccount } from './switch-account.ts'

export const accountsClass =
  'flex items-center gap-0.5 rounded-card md:border md:border-line md:bg-bg md:p-0.5 landscape-phone:border-0 landscape-phone:bg-transparent landscape-phone:p-0'

/** Practice and real side by side. A narrow header has only the one that the page shows: the other is in its menu. */
export function AccountSwitch() {
  const t = useTranslate()
  const { isPractice } = useUser()
  return (
    <div role="group" aria-label={t('profile.accounts')} className={accountsClass}>
      {isPractice && <BalanceMenu />}
      <OtherAccount />
      {!isPractice && <BalanceMenu />}
    </div>
  )
}

function OtherAccount() {
  const t = useTranslate()
  const { isPractice, hasRealAccount, practiceBalance, realBalance, currency } = useUser()
  const { switchAccount, isPending } = useSwitchAccount()
  const amount = isPractice ? realBalance : practiceBalance
  const switchName = useSwitchName()
  return (
    <Button
      tone="subtle"
      size="narrow"
      className="min-w-24 justify-start! px-3! max-md:hidden landscape-phone:hidden"
      aria-label={hasRealAccount ? switchName : t('profile.open_real_name')}
      isPending={isPending}
      onPress={switchAccount}
    >
      <AccountBalance isPractice={!isPractice} amount={amount} currency={currency} isShown={false}>
        {hasRealAccount ? undefined : <span className="text-accent-ink">{t('profile.open')}</span>}
      </AccountBalance>
    </Button>
  )
}
