import { Link } from '@tanstack/react-router'
import type { Deposit } from '@tradefront/contract/domain/deposits'

import { getBootstrap } from '../../../platform/api/bootstrap.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { isLoadedText, useTranslate } from '../../../platform/i18n/i18n.ts'
import { paths } from '../../../routes/paths.ts'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { canRetrySameCard, describeFailure } from '../../deposits/describe-failure.ts'
import { focusAmount } from '../../deposits/amount/amount-section.tsx'
import { scrollToMethods } from '../../deposits/methods/method-chooser.tsx'
import { FailedPayment, PaymentEnd } from '../../deposits/result/payment-end.tsx'
import { formatNextDay } from '../day-limit.ts'
import { cardPayment } from './card-payment.ts'

type PaymentResultProps = {
  readonly deposit: Deposit
  /** Leads to an empty card form. */
  readonly onOtherCard: () => void
  /** Leads to the same card. Null: it is neither in the form nor saved. */
  readonly onSameCard: (() => void) | null
}

export function PaymentResult(props: PaymentResultProps) {
  const t = useTranslate()
  return (
    <PaymentEnd
      deposit={props.deposit}
      review={{ title: t('cards.review_title'), text: t('cards.review_text') }}
      onDismiss={cardPayment.dismiss}
      failed={<CardPaymentFailed {...props} />}
    />
  )
}

function chooseOtherWay(): void {
  cardPayment.dismiss()
  // The methods are on the screen again in the next frame.
  requestAnimationFrame(scrollToMethods)
}

function chooseOtherAmount(): void {
  cardPayment.dismiss()
  requestAnimationFrame(focusAmount)
}

function CardPaymentFailed({ deposit, onOtherCard, onSameCard }: PaymentResultProps) {
  const t = useTranslate()
  const format = useFormat()
  const { what, next, detail } = describeFailure(deposit, (reason) =>
    isLoadedText(reason) ? t(reason, { limit: getBootstrap().settings.cardDayLimit }) : null,
  )
  return (
    <FailedPayment deposit={deposit} title={t(what)} text={t(next, { time: formatNextDay(format) })} detail={detail}>
      {deposit.reason === 'cards.day_limit' ? (
        <Button tone="primary" onPress={cardPayment.dismiss}>
          {t('cards.day_limit_close')}
        </Button>
      ) : (
        <Button tone="primary" onPress={onOtherCard}>
          {t('cards.other_card')}
        </Button>
      )}
      {next === 'cards.next_funds' && <Button onPress={chooseOtherAmount}>{t('cards.other_amount')}</Button>}
      {next === 'cards.next_contact' && (
        <Link to={paths.newTicket()} search={{ deposit: deposit.id }} className={buttonClass({})}>
          {t('deposits.ask_support')}
        </Link>
      )}
      {onSameCard !== null && canRetrySameCard(deposit) && (
        <Button onPress={onSameCard}>{t('cards.retry_card')}</Button>
      )}
      <Button tone="plain" onPress={chooseOtherWay}>
        {t('cards.other_way')}
      </Button>
      <p className="text-13 text-muted">{t('cards.failure_keep')}</p>
    </FailedPayment>
  )
}
