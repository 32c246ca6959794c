import { authCalls } from '@tradefront/contract/auth'

import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { useUser } from '../../platform/current-user.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showToast } from '../../platform/toasts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

/** Asks the trader to open the mailed link. Until then, the account gets no other mails. */
export function EmailProofBanner({ isCompact = false }: { readonly isCompact?: boolean }) {
  const t = useTranslate()
  const { email, isEmailProved, pendingEmail } = useUser()
  const requestProof = useCallMutation(authCalls.requestEmailProof, {
    onSuccess: () => showToast({ tone: 'success', text: t('profile.proof_sent', { email }) }),
  })
  // The profile tells where the link for a new address was sent.
  if (isEmailProved || pendingEmail !== null) return null
  const sendAgain = (
    <Button size={isCompact ? 'sm' : 'md'} isPending={requestProof.isPending} onPress={() => requestProof.mutate({})}>
      {t('profile.proof_send')}
    </Button>
  )
  return (
    <Banner tone="warn" title={t('profile.proof_title')} action={sendAgain} isCompact={isCompact}>
      {t('profile.proof_text', { email })}
    </Banner>
  )
}
