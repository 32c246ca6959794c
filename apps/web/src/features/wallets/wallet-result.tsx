import type { Deposit } from '@tradefront/contract/domain/deposits'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { cardPayment } from '../cards/payment/card-payment.ts'
import { FailedPayment, PaymentEnd } from '../deposits/result/payment-end.tsx'

export function WalletResult({ deposit, name }: { readonly deposit: Deposit; readonly name: string }) {
  const t = useTranslate()
  const { reason, message } = deposit
  // Other reasons, e.g. that the trader has cancelled it, have a text of their own.
  const hasOwnReason = reason !== null && reason !== 'orange.pay_fail' && message !== null
  return (
    <PaymentEnd
      deposit={deposit}
      review={{ title: t('wallets.review_title'), text: t('wallets.review_text', { name }) }}
      onDismiss={cardPayment.dismiss}
      failed={
        <FailedPayment
          deposit={deposit}
          title={t('wallets.failed_title')}
          text={hasOwnReason ? message : t('wallets.failed_text', { name })}
          detail={null}
        >
          <Button tone="primary" onPress={cardPayment.dismiss}>
            {t('wallets.try_again')}
          </Button>
        </FailedPayment>
      }
    />
  )
}
