import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { showError, showToast } from '../../platform/toasts.ts'
import { refreshUser } from '../../platform/current-user.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { overviewKey } from '../deposits/api.ts'
import { answerFailLimit } from './api.ts'
import { formatNextDay } from './day-limit.ts'

/** The trader can use another card, accept the limit until tomorrow or override it (spec: funding 7). */
export function FailLimitNotice({ onOtherCard }: { readonly onOtherCard: () => void }) {
  const t = useTranslate()
  const queries = useQueryClient()
  const [sending, setSending] = useState<'accept' | 'override' | null>(null)
  const [isAccepted, setAccepted] = useState(false)
  const answer = async (choice: 'accept' | 'override'): Promise<void> => {
    setSending(choice)
    try {
      await answerFailLimit(choice)
      if (choice === 'accept') {
        setAccepted(true)
        showToast({ tone: 'info', text: t('cards.limited_accepted') })
      }
      await Promise.all([queries.invalidateQueries({ queryKey: overviewKey }), refreshUser()])
    } catch (error) {
      showError(error)
    } finally {
      setSending(null)
    }
  }
  return (
    <Banner
      tone="warn"
      title={t('cards.limited_title')}
      action={
        <div className="flex flex-wrap gap-2">
          <Button tone="primary" onPress={onOtherCard}>
            {t('cards.other_card')}
          </Button>
          {!isAccepted && (
            <Button onPress={() => void answer('accept')} isPending={sending === 'accept'}>
              {t('cards.limited_yes')}
            </Button>
          )}
          <Button onPress={() => void answer('override')} isPending={sending === 'override'}>
            {t('cards.limited_ignore')}
          </Button>
        </div>
      }
    >
      {t(isAccepted ? 'cards.limited_accepted' : 'cards.limit')}
    </Banner>
  )
}

/** Spec: funding 4, 8. */
export function DayLimitDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  return (
    <Dialog
      isOpen
      size="sm"
      role="alertdialog"
      title={t('cards.day_limit_title')}
      onClose={onClose}
      actions={
        <Button tone="primary" onPress={onClose} autoFocus>
          {t('cards.day_limit_close')}
        </Button>
      }
    >
      <p className="text-muted">{t('cards.day_limit')}</p>
      <p className="font-medium">{t('cards.next_day_limit', { time: formatNextDay(lang) })}</p>
    </Dialog>
  )
}
