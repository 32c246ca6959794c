import { profileCalls } from '@tradefront/contract/profile'

import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { useUser } from '../../platform/current-user.ts'
import { confirmAction } from '../../platform/dialogs.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { Button } from '../../ui/buttons/button.tsx'

const practiceStart = 10_000

export function ResetPractice({ onAsk }: { readonly onAsk?: () => void }) {
  const t = useTranslate()
  const format = useFormat()
  const { currency } = useUser()
  const amount = format.money(practiceStart, currency, { isWhole: true })
  const resetBalance = useCallMutation(profileCalls.resetPracticeAccount, {
    invalidates: [profileCalls.getUser],
    onSuccess: () => showToast({ tone: 'success', text: t('profile.practice_done', { amount }) }),
  })
  const confirmReset = async (): Promise<void> => {
    onAsk?.()
    const isConfirmed = await confirmAction({
      title: t('profile.practice_ask'),
      body: t('profile.practice_ask_text', { amount }),
      confirmLabel: t('profile.practice_reset', { amount }),
      cancelLabel: t('profile.practice_no'),
    })
    if (isConfirmed) resetBalance.mutate({})
  }
  return (
    <Button isWide isPending={resetBalance.isPending} onPress={() => void confirmReset()}>
      {t('profile.practice_reset', { amount })}
    </Button>
  )
}
