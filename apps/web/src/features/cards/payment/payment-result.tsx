import { Link } from '@tanstack/react-router'
import type { Deposit } from '@tradefront/contract/domain/deposits'
import { idleDeadlineMs } from '@tradefront/rules/deposits/retry-schedule'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import { type ReactNode, useEffect, useRef } from 'react'

import { getBootstrap } from '../../../platform/api/bootstrap.ts'
import { isLoadedText, useLocaleTag, useTranslate } from '../../../platform/i18n/i18n.ts'
import { paths } from '../../../routes/paths.ts'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { formatMoney } from '@tradefront/rules/ledger/format-money'
import { Card } from '../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { formatNextDay } from '../day-limit.ts'
import { cardPayment } from './card-payment.ts'
import { canRetrySameCard, describeFailure } from '../../deposits/describe-failure.ts'
import { getDepositStatus, getUndoneText } from '../../deposits/deposit-status.ts'
import { formatLateMoney, getLateText, LateMoneyChoice } from '../../deposits/recent/late-money.tsx'
import { PrintButton, Receipt } from '../../deposits/recent/receipt.tsx'

export function PaymentResult(props: {
  readonly deposit: Deposit
  /** Leads to an empty card form. */
  readonly onOtherCard: () => void
  /** Leads to the same card; null if it is neither in the form nor saved. */
  readonly onSameCard: (() => void) | null
}) {
  const { deposit, onOtherCard, onSameCard } = props
  switch (deposit.state) {
    case 'succeeded':
      return <PaymentSucceeded deposit={deposit} />
    case 'review':
      return <PaymentInReview deposit={deposit} />
    case 'open':
    case 'processing':
    case 'failed':
      if (deposit.refund !== null) return <PaymentArrivedLate deposit={deposit} />
      return <PaymentFailed deposit={deposit} onOtherCard={onOtherCard} onSameCard={onSameCard} />
  }
}

function PaymentSucceeded({ deposit }: { readonly deposit: Deposit }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const money = (amount: number): string => formatMoney(amount, deposit.currency, lang)
  const { credited, balance } = deposit
  const undone = getUndoneText(deposit)
  const total = credited === null ? deposit.amount : credited.cash + credited.bonus
  return (
    <Card as="section" labelledBy="payment-end" className="flex flex-col gap-6">
      <Receipt
        deposit={deposit}
        heading={
          <ResultTitle
            icon={
              undone === null ? (
                <CircleCheck size={28} className="text-up" aria-hidden />
              ) : (
                <CircleAlert size={28} className="text-warn" aria-hidden />
              )
            }
            title={undone === null ? t('cards.success_title', { amount: money(total) }) : t('cards.undone_title')}
          >
            {undone !== null && `${t(undone)} `}
            {balance !== null && t('cards.success_balance', { balance: money(balance) })}
          </ResultTitle>
        }
      />
      <div className="flex flex-wrap gap-2">
        <Link to={paths.home()} className={buttonClass({ tone: 'primary' })}>
          {t('cards.to_account')}
        </Link>
        <Button onPress={cardPayment.dismiss}>{t('cards.add_more')}</Button>
        <PrintButton />
      </div>
    </Card>
  )
}

function PaymentFailed({
  deposit,
  onOtherCard,
  onSameCard,
}: {
  readonly deposit: Deposit
  readonly onOtherCard: () => void
  readonly onSameCard: (() => void) | null
}) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { what, next, detail } = describeFailure(deposit, (reason) =>
    isLoadedText(reason) ? t(reason, { limit: getBootstrap().settings.card_day_limit }) : null,
  )
  return (
    <Card as="section" labelledBy="payment-end" className="flex flex-col gap-5">
      <ResultTitle icon={<CircleAlert size={28} className="text-down" aria-hidden />} title={t(what)}>
        {t(next, { time: formatNextDay(lang), minutes: idleDeadlineMs / 60_000 })}
      </ResultTitle>
      <ResultDetails deposit={deposit} detail={detail} />
      <div className="flex flex-col gap-2">
        {deposit.reason === 'cards.day_limit' ? (
          <Button tone="primary" onPress={cardPayment.dismiss}>
            {t('cards.day_limit_close')}
          </Button>
        ) : (
          <Button tone="primary" onPress={onOtherCard}>
            {t('cards.other_card')}
          </Button>
        )}
        {onSameCard !== null && canRetrySameCard(deposit) && (
          <Button onPress={onSameCard}>{t('cards.retry_card')}</Button>
        )}
        <p className="text-13 text-muted">{t('cards.failure_keep')}</p>
      </div>
    </Card>
  )
}

/** The money of a failed payment has arrived, or is on its way back. */
function PaymentArrivedLate({ deposit }: { readonly deposit: Deposit }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { refund, receiptNumber } = deposit
  const isOnAccount = refund === 'offered' || refund === 'kept'
  const title = isOnAccount
    ? t('cards.late_title', { amount: formatLateMoney(deposit, lang) })
    : t(getDepositStatus(deposit).text)
  return (
    <Card as="section" labelledBy="payment-end" className="flex flex-col gap-5">
      <ResultTitle
        icon={
          isOnAccount ? (
            <CircleCheck size={28} className="text-up" aria-hidden />
          ) : (
            <Clock size={28} className="text-muted" aria-hidden />
          )
        }
        title={title}
      >
        {refund === 'offered' && t(getLateText(deposit), { receiptNumber })}
        {refund === 'kept' && t('cards.money_kept')}
        {refund === 'under_way' && t('cards.refund_ordered')}
        {refund === 'held' && t('cards.refund_held')}
      </ResultTitle>
      <ResultDetails deposit={deposit} detail={null} />
      {refund === 'offered' ? (
        <LateMoneyChoice deposit={deposit} />
      ) : (
        <Button onPress={cardPayment.dismiss}>{t('cards.start_another')}</Button>
      )}
    </Card>
  )
}

function PaymentInReview({ deposit }: { readonly deposit: Deposit }) {
  const t = useTranslate()
  return (
    <Card as="section" labelledBy="payment-end" className="flex flex-col gap-5">
      <ResultTitle icon={<Clock size={28} className="text-warn" aria-hidden />} title={t('cards.review_title')}>
        {t(deposit.refund === 'held' ? 'cards.refund_held' : 'cards.review_text')}
      </ResultTitle>
      <ResultDetails deposit={deposit} detail={null} />
      <Button onPress={cardPayment.dismiss}>{t('cards.start_another')}</Button>
    </Card>
  )
}

function ResultDetails({ deposit, detail }: { readonly deposit: Deposit; readonly detail: string | null }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  return (
    <DescriptionList
      rows={[
        { id: 'amount', name: t('cards.amount'), value: formatMoney(deposit.amount, deposit.currency, lang) },
        {
          id: 'receiptNumber',
          name: t('cards.receipt_number'),
          value: <span className="tabular">{deposit.receiptNumber}</span>,
        },
        ...(detail === null ? [] : [{ id: 'detail', name: t('cards.failure_detail'), value: detail }]),
      ]}
    />
  )
}

/** The title gets the focus. */
function ResultTitle(props: { readonly icon: ReactNode; readonly title: string; readonly children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="flex flex-col gap-2">
      {props.icon}
      <h2 id="payment-end" ref={title} tabIndex={-1} className="text-21 font-semibold outline-none">
        {props.title}
      </h2>
      <p role="status" className="text-muted">
        {props.children}
      </p>
    </div>
  )
}
