import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import { type ReactNode, useEffect, useState } from 'react'

import { useUser } from '../../platform/current-user.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { formatPhone } from '@tradefront/rules/auth/phone-number'
import { Banner } from '../../ui/feedback/banner.tsx'
import { ExpandingRow, SettingsGroup } from '../../ui/layout/settings-list.tsx'
import { ContactForm, type ContactName, findContactDraft, forgetContactDraft } from './contact-form.tsx'

/** E-mail and phone, each with a form that opens below it. One is changed at a time. */
export function ContactDetails() {
  const t = useTranslate()
  const user = useUser()
  const [open, setOpen] = useState<ContactName | null>(() => findContactDraft(user))
  const [saved, setSaved] = useState<{ readonly name: ContactName; readonly text: string } | null>(null)
  useEffect(() => {
    if (open === null) forgetContactDraft()
  }, [open])
  const renderRow = (
    name: ContactName,
    row: { readonly icon: ReactNode; readonly label: string; readonly value: ReactNode; readonly state?: ReactNode },
    waiting: string | null,
  ): ReactNode => (
    <ExpandingRow
      icon={row.icon}
      name={row.label}
      value={row.value}
      state={row.state}
      openLabel={t('profile.change')}
      closeLabel={t('profile.change_cancel')}
      isOpen={open === name}
      onOpenChange={(isOpen) => {
        setSaved(null)
        setOpen(isOpen ? name : null)
      }}
      note={
        saved?.name === name ? (
          <Banner tone="success">{saved.text}</Banner>
        ) : waiting === null ? undefined : (
          <Banner tone="info">{waiting}</Banner>
        )
      }
    >
      <ContactForm
        key={user.userId}
        user={user}
        name={name}
        onSaved={(text) => {
          setSaved({ name, text })
          setOpen(null)
        }}
      />
    </ExpandingRow>
  )
  return (
    <SettingsGroup id="contact-details" title={t('profile.contact')}>
      {renderRow(
        'email',
        {
          icon: <Mail size={20} />,
          label: t('auth.email'),
          value: user.email,
          state: user.isEmailProved ? (
            <span className="text-13 text-up">{t('profile.email_is_proved')}</span>
          ) : (
            <span className="text-13 text-warn">{t('profile.email_not_proved')}</span>
          ),
        },
        user.pendingEmail === null ? null : t('profile.email_pending', { email: user.pendingEmail }),
      )}
      {renderRow(
        'phone',
        {
          icon: <Phone size={20} />,
          label: t('auth.phone'),
          value:
            user.phone === '' ? (
              <span className="text-muted">{t('profile.not_given')}</span>
            ) : (
              <bdi className="tabular">{formatPhone(user.phone)}</bdi>
            ),
        },
        null,
      )}
    </SettingsGroup>
  )
}
