import { Link } from '@tanstack/react-router'
import type { Deposit } from '@tradefront/contract/domain/deposits'

import { isLoadedText, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { cardPayment } from '../cards/payment/card-payment.ts'
import { describeFailure } from '../deposits/describe-failure.ts'
import { scrollToMethods } from '../deposits/methods/method-chooser.tsx'
import { FailedPayment, PaymentEnd } from '../deposits/result/payment-end.tsx'

type WalletResultProps = { readonly deposit: Deposit; readonly name: string }

export function WalletResult({ deposit, name }: WalletResultProps) {
  const t = useTranslate()
  return (
    <PaymentEnd
      deposit={deposit}
      review={{ title: t('wallets.review_title'), text: t('wallets.review_text', { name }) }}
      onDismiss={cardPayment.dismiss}
      failed={<WalletPaymentFailed deposit={deposit} name={name} />}
    />
  )
}

/** What was typed is kept for another try, and the amount for another way to pay. */
function WalletPaymentFailed({ deposit, name }: WalletResultProps) {
  const t = useTranslate()
  const { what, next, detail } = describeFailure(deposit, (reason) => (isLoadedText(reason) ? t(reason) : null))
  const chooseOtherWay = (): void => {
    cardPayment.dismiss()
    // The methods are shown again then.
    requestAnimationFrame(scrollToMethods)
  }
  return (
    <FailedPayment
      deposit={deposit}
      title={t(what)}
      text={next === 'deposits.next_wallet' ? t('wallets.failed_text', { name }) : t(next)}
      detail={detail}
    >
      <Button tone="primary" onPress={cardPayment.dismiss}>
        {t('wallets.try_again')}
      </Button>
      <Button onPress={chooseOtherWay}>{t('wallets.choose_other')}</Button>
      <Link to={paths.newTicket()} search={{ deposit: deposit.id }} className={buttonClass({ tone: 'plain' })}>
        {t('deposits.ask_support')}
      </Link>
    </FailedPayment>
  )
}
