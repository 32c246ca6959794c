import { useUser } from '../../platform/current-user.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { useIsAccountLeft } from '../../platform/shown-account.ts'
import { Button } from '../../ui/buttons/button.tsx'

/** Notice after a switch in another tab: the server refuses calls for the account that this page still shows. */
export function OtherAccountNotice() {
  const t = useTranslate()
  const { isPractice } = useUser()
  if (!useIsAccountLeft()) return null
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 border-t border-line bg-warn-soft px-4 py-1.5"
    >
      <p className="font-medium">{t(isPractice ? 'profile.left_for_real' : 'profile.left_for_practice')}</p>
      <Button tone="primary" size="sm" onPress={() => location.reload()}>
        {t('profile.reload')}
      </Button>
    </div>
  )
}
