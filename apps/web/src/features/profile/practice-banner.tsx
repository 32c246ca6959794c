import { profileCalls } from '@tradefront/contract/profile'
import GraduationCap from 'lucide-react/icons/graduation-cap'
import { useState, type ReactNode } from 'react'

import { confirmAction } from '../../platform/dialogs.ts'
import { request } from '../../platform/api/request.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { showError, showToast } from '../../platform/toasts.ts'
import { refreshUser, useUser } from '../../platform/current-user.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { formatMoney } from '../../ui/money/format-money.ts'

const practiceStart = 10_000

/** Says that all of this is practice money, on every screen, and lets the trader start over. `real` is the way to real money. */
export function PracticeBanner({ upgradeLink: real }: { readonly upgradeLink: ReactNode }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const user = useUser()
  const [isPending, setPending] = useState(false)
  if (!user.isPractice) return null
  const amount = formatMoney(practiceStart, user.currency, lang, { whole: true })
  const reset = async (): Promise<void> => {
    const words = { title: t('profile.practice_ask'), body: t('profile.practice_ask_text', { amount }) }
    const yes = t('profile.practice_reset', { amount })
    if (!(await confirmAction({ ...words, confirmLabel: yes, cancelLabel: t('profile.practice_no') }))) return
    setPending(true)
    try {
      const reply = await request(profileCalls.resetPracticeAccount, {})
      await refreshUser()
      if (reply.return) showToast({ tone: 'good', text: t('profile.practice_done', { amount }) })
    } catch (error) {
      showError(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <aside aria-label={t('profile.practice')} className="border-b border-line bg-accent-soft">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 sm:px-8">
        <GraduationCap size={20} className="shrink-0 text-accent-ink" aria-hidden />
        <p className="flex-1 basis-64 text-13">
          <strong className="font-semibold">{t('profile.practice')}.</strong> {t('profile.practice_text')} {real}
        </p>
        <Button size="sm" isPending={isPending} onPress={() => void reset()}>
          {t('profile.practice_reset', { amount })}
        </Button>
      </div>
    </aside>
  )
}
