import { Link, useNavigate } from '@tanstack/react-router'
import { isWithdrawalMethod } from '@tradefront/rules/withdrawal/methods'

import { Withdrawal } from '../../features/withdrawal/withdrawal.tsx'
import { useUser } from '../../platform/current-user.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { ScreenMessage } from '../../ui/feedback/screen-message.tsx'
import { paths } from '../paths.ts'

/** @param add a method, or the id of a withdrawal */
export function WithdrawalScreen({ add }: { readonly add?: string }) {
  const t = useTranslate()
  const navigate = useNavigate()
  if (useUser().isPractice) {
    return (
      <ScreenMessage
        title={t('withdrawal.title')}
        action={
          <Link to={paths.show('real')} className={buttonClass({ tone: 'primary' })}>
            {t('profile.practice_real')}
          </Link>
        }
      >
        {t('withdrawal.practice')}
      </ScreenMessage>
    )
  }
  const method = add !== undefined && isWithdrawalMethod(add) ? add : null
  const open = (place: string | null, replace: boolean): void => {
    const to = place === null ? paths.show('withdrawal') : paths.showWith('withdrawal', place)
    void navigate({ to, resetScroll: false, replace })
  }
  return (
    <Withdrawal
      method={method}
      onSelect={(chosen) => open(chosen, true)}
      opened={method === null ? (add ?? null) : null}
      onOpen={(id) => open(id, id === null)}
    />
  )
}
