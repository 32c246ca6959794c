import { useId } from 'react'

import { useUser } from '../../../platform/current-user.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { getPushPermission } from './push-device.ts'

/** Choice of the messages about an alert, besides the notice on an open page. */
export function AlertChannels(props: {
  readonly byMail: boolean
  readonly onMail: (byMail: boolean) => void
  readonly byPush: boolean
  readonly onPush: (byPush: boolean) => void
  readonly pushError: string | undefined
}) {
  const t = useTranslate()
  const errorId = useId()
  const { byMail, onMail, byPush, onPush, pushError } = props
  const { isEmailProved } = useUser()
  const permission = getPushPermission()
  return (
    <div className="flex flex-col">
      <Checkbox isSelected={byMail && isEmailProved} onChange={onMail} isDisabled={!isEmailProved}>
        {t('price_alerts.by_mail')}
        {!isEmailProved && <Note>{t('price_alerts.mail_unproved')}</Note>}
      </Checkbox>
      <Checkbox
        isSelected={byPush}
        onChange={onPush}
        isDisabled={permission === 'unsupported'}
        error={pushError}
        errorId={errorId}
      >
        {t('price_alerts.by_push')}
        {permission === 'unsupported' && <Note>{t('price_alerts.push_unsupported')}</Note>}
        {byPush && <Note>{t(permission === 'default' ? 'price_alerts.push_ask' : 'price_alerts.push_on')}</Note>}
      </Checkbox>
    </div>
  )
}

function Note({ children }: { readonly children: string }) {
  return <span className="block text-13 text-muted">{children}</span>
}
