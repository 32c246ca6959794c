import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'

import { useUser } from '../../platform/current-user.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { ExpandingRow } from '../../ui/layout/settings-list.tsx'
import { ChangePasswordForm } from './change-password-form.tsx'

export function PasswordRow() {
  const t = useTranslate()
  const { email, firstName, lastName } = useUser()
  const [isOpen, setOpen] = useState(false)
  const [isChanged, setChanged] = useState(false)
  return (
    <ExpandingRow
      icon={<KeyRound size={20} />}
      name={t('profile.password_title')}
      value={<span aria-hidden>••••••••</span>}
      openLabel={t('profile.change')}
      closeLabel={t('profile.change_cancel')}
      isOpen={isOpen}
      onOpenChange={(next) => {
        setChanged(false)
        setOpen(next)
      }}
      note={isChanged ? <Banner tone="success">{t('profile.password_changed')}</Banner> : undefined}
    >
      <ChangePasswordForm
        email={email}
        personalWords={[firstName, lastName, email]}
        onChanged={() => {
          setChanged(true)
          setOpen(false)
        }}
      />
    </ExpandingRow>
  )
}
