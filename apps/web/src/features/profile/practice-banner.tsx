import { Link } from '@tanstack/react-router'
import { profileCalls } from '@tradefront/contract/profile'
import GraduationCap from 'lucide-react/icons/graduation-cap'

import { confirmAction } from '../../platform/dialogs.ts'
import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { useUser } from '../../platform/current-user.ts'
import { paths } from '../../routes/paths.ts'
import { Button } from '../../ui/buttons/button.tsx'

const practiceStart = 10_000

export function PracticeBanner() {
  const t = useTranslate()
  const format = useFormat()
  const user = useUser()
  const amount = format.money(practiceStart, user.currency, { isWhole: true })
  const resetAccount = useCallMutation(profileCalls.resetPracticeAccount, {
    invalidates: [profileCalls.getUser],
    onSuccess: () => showToast({ tone: 'success', text: t('profile.practice_done', { amount }) }),
  })
  if (!user.isPractice) return null
  const confirmReset = async (): Promise<void> => {
    const isConfirmed = await confirmAction({
      title: t('profile.practice_ask'),
      body: t('profile.practice_ask_text', { amount }),
      confirmLabel: t('profile.practice_reset', { amount }),
      cancelLabel: t('profile.practice_no'),
    })
    if (isConfirmed) resetAccount.mutate({})
  }
  return (
    <aside aria-label={t('profile.practice')} className="border-b border-line bg-accent-soft">
      <div className="mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 sm:px-8">
        <GraduationCap size={20} className="shrink-0 text-accent-ink max-sm:hidden" aria-hidden />
        <p className="flex-1 basis-24 text-13 sm:basis-64">
          <strong className="font-semibold">{t('profile.practice')}.</strong>{' '}
          {/* A phone has no room for it above the chart. */}
          <span className="max-sm:hidden">{t('profile.practice_text')}</span>{' '}
          <Link to={paths.show('real')} className="font-medium text-accent-ink underline">
            {t('profile.practice_real')}
          </Link>
        </p>
        <Button size="sm" isPending={resetAccount.isPending} onPress={() => void confirmReset()}>
          {t('profile.practice_reset', { amount })}
        </Button>
      </div>
    </aside>
  )
}
