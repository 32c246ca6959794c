import { Link } from '@tanstack/react-router'
import type { Deposit } from '@tradefront/contract/domain/deposits'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import { type ReactNode, useEffect, useRef } from 'react'

import { useLocaleTag, useTranslate } from '../../../platform/i18n/i18n.ts'
import { paths } from '../../../routes/paths.ts'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { formatMoney } from '../../../ui/money/format-money.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { cardPayment } from './card-payment.ts'
import { getDepositStatus, getUndoneText } from '../../deposits/deposit-status.ts'
import { PrintButton, Receipt } from '../../deposits/recent/receipt.tsx'

export function PaymentResult({ deposit }: { readonly deposit: Deposit }) {
  switch (deposit.state) {
    case 'succeeded':
      return <PaymentSucceeded deposit={deposit} />
    case 'review':
      return <PaymentInReview deposit={deposit} />
    case 'open':
    case 'processing':
    case 'failed':
      return <PaymentFailed deposit={deposit} />
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

function PaymentFailed({ deposit }: { readonly deposit: Deposit }) {
  const t = useTranslate()
  const isStopped = deposit.reason === 'cards.canceled'
  const { refund, receiptNumber } = deposit
  return (
    <Card as="section" labelledBy="payment-end" className="flex flex-col gap-5">
      <ResultTitle
        icon={<CircleAlert size={28} className="text-down" aria-hidden />}
        title={t(isStopped ? 'cards.stopped_title' : 'cards.failure_title')}
      >
        {refund === null && (deposit.message ?? t('cascade_card.failed'))}
        {refund === 'offered' && t('cards.late_text', { receiptNumber })}
        {refund === 'under_way' && t('cards.refund_ordered')}
        {refund === 'held' && t('cards.refund_held')}
        {refund === 'refunded' && t('cards.is_refunded')}
        {(refund === 'reversed' || refund === 'taken_back') && t(getDepositStatus(deposit).text)}
      </ResultTitle>
      {!isStopped && refund === null && <p className="text-muted">{t('cards.failure_next')}</p>}
      <ResultDetails deposit={deposit} />
      <div className="flex flex-col gap-2">
        <Button tone="primary" onPress={cardPayment.dismiss}>
          {t('cards.try_again')}
        </Button>
        <p className="text-13 text-muted">{t('cards.failure_keep')}</p>
      </div>
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
      <ResultDetails deposit={deposit} />
      <Button onPress={cardPayment.dismiss}>{t('cards.start_another')}</Button>
    </Card>
  )
}

function ResultDetails({ deposit }: { readonly deposit: Deposit }) {
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
