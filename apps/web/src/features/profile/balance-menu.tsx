import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { profileCalls } from '@tradefront/contract/profile'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'

import { callQuery } from '../../platform/api/call-query.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { isPlatformEmbedded } from '../../platform/embedded-platform.ts'
import { useUser } from '../../platform/current-user.ts'
import { paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { TriggerButton } from '../../ui/buttons/trigger-button.tsx'
import { Money } from '../../ui/money/money.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { AccountBalance } from './account-balance.tsx'
import { ResetPractice } from './reset-practice.tsx'
import { SwitchButton } from './switch-button.tsx'
import { WageringProgress } from './wagering-progress.tsx'

/** Interval of requests, because an embedded platform pushes nothing. */
const refreshMs = 9000

export const balanceButtonClass =
  'ps-3! max-md:border-transparent! max-md:bg-transparent! max-md:hover:bg-raised! landscape-phone:border-transparent! landscape-phone:bg-transparent!'

export function BalanceMenu() {
  const t = useTranslate()
  const format = useFormat()
  const user = useUser()
  const { currency } = user
  const cash = user.balance - user.bonusBalance
  const available = useAvailableBalance()
  const balance = isPlatformEmbedded() && !user.isPractice ? available : user.balance
  const parts = [
    { id: 'cash', name: t('profile.cash'), value: <Money amount={cash} currency={currency} /> },
    { id: 'bonus', name: t('profile.bonus'), value: <Money amount={user.bonusBalance} currency={currency} /> },
  ]
  return (
    <DialogTrigger>
      <TriggerButton
        tone="quiet"
        size="narrow"
        className={balanceButtonClass}
        aria-label={t(user.isPractice ? 'profile.balance_practice' : 'profile.balance_real', {
          amount: balance === null ? '–' : format.money(balance, currency),
          currency,
        })}
      >
        <AccountBalance isPractice={user.isPractice} amount={balance} currency={currency} isShown />
        <ChevronDown size={16} className="text-muted" aria-hidden />
      </TriggerButton>
      <Popover
        placement="bottom end"
        className="w-80 max-w-[calc(100vw-2rem)] animate-appear rounded-card border border-line bg-float shadow-raised outline-none"
      >
        <Dialog aria-label={t('profile.balance')} className="flex flex-col gap-4 p-4 outline-none">
          {({ close }) => (
            <>
              <DescriptionList
                rows={[
                  ...(isPlatformEmbedded() || user.isPractice ? [] : parts),
                  {
                    id: 'available',
                    name: t('profile.available'),
                    value: available === null ? '–' : <Money amount={available} currency={currency} />,
                    isStrong: true,
                  },
                ]}
              />
              {user.isPractice ? (
                <ResetPractice onAsk={close} />
              ) : (
                <WageringProgress done={user.wageringDone} needed={user.wageringRequired} currency={currency} />
              )}
              <SwitchButton />
              <Link to={paths.show('account')} onClick={close} className={buttonClass({ tone: 'quiet', isWide: true })}>
                {t('profile.account_details')}
              </Link>
              {!user.isPractice && (
                <Link to={paths.show('promo')} onClick={close} className={buttonClass({ tone: 'quiet', isWide: true })}>
                  {t('profile.promo')}
                </Link>
              )}
              {!user.isPractice && (
                <Link
                  to={paths.show('withdrawal')}
                  onClick={close}
                  className={buttonClass({ tone: 'quiet', isWide: true })}
                >
                  {t('profile.withdraw')}
                </Link>
              )}
              {!user.isPractice && (
                <Link
                  to={paths.show('funding')}
                  onClick={close}
                  className={buttonClass({ tone: 'primary', isWide: true })}
                >
                  {t('profile.fund')}
                </Link>
              )}
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

/** Returns the money that can be staked, from the embedded platform if there is one (spec: funding 7). Null: it has not answered. */
export function useAvailableBalance(): number | null {
  const { availableBalance } = useUser()
  const isEmbedded = isPlatformEmbedded()
  const { data } = useQuery({
    ...callQuery(profileCalls.getAvailableBalance, {}),
    enabled: isEmbedded,
    refetchInterval: refreshMs,
  })
  return isEmbedded ? (data?.available ?? null) : availableBalance
}
