import { toErrorText } from '../../../platform/api/error-text.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import type { PaymentState } from '../runner/payment-state.ts'
import { cardPayment } from './card-payment.ts'

/** Notice about a lost connection, or a step that the server refused. */
export function PaymentTrouble({ state: { isOffline, refusal } }: { readonly state: PaymentState }) {
  const t = useTranslate()
  return (
    <>
      {isOffline && <Banner tone="warn">{t('cards.offline')}</Banner>}
      {refusal !== null && (
        <Banner
          tone="danger"
          isUrgent
          action={<Button onPress={cardPayment.resumeHere}>{t('cards.try_again')}</Button>}
        >
          {toErrorText(refusal)}
        </Banner>
      )}
    </>
  )
}
