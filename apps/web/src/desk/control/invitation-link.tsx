import { useState } from 'react'

import { toErrorText } from '../../platform/api/error-text.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { hasInvitation, takeInvitationLink } from './invitation-links.ts'

/** The link of an invitation that this browser has made, shown once. */
export function InvitationLink({ name, hash }: { readonly name: string; readonly hash: string }) {
  const t = useTranslate()
  const [link, setLink] = useState<string | null>(null)
  if (link === null && !hasInvitation(hash)) return null
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link ?? '')
      showToast({ tone: 'success', text: t('desk_control.copied') })
    } catch (error) {
      showToast({ tone: 'danger', text: toErrorText(error) })
    }
  }
  return (
    <Banner
      tone="info"
      title={t('desk_control.link_title', { name })}
      action={
        link === null ? (
          <Button onPress={() => setLink(takeInvitationLink(hash))}>{t('desk_control.show_link')}</Button>
        ) : (
          <Button onPress={() => void copy()}>{t('desk_control.copy_link')}</Button>
        )
      }
    >
      <span className="flex flex-col gap-2">
        {t('desk_control.link_text', { name })}
        {link !== null && (
          <bdi dir="ltr" className="font-medium wrap-anywhere select-all">
            {link}
          </bdi>
        )}
      </span>
    </Banner>
  )
}
