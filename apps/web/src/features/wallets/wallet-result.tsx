import { Link } from '@tanstack/react-router'
import type { Deposit } from '@tradefront/contract/domain/deposits'
import { formatMoney } from '@tradefront/rules/ledger/format-money'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import { type ReactNode, useEffect, useRef } from 'react'

import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { cardPayment } from '../cards/payment/card-payment.ts'
import { getDepositStatus } from '../deposits/deposit-status.ts'
import { formatLateMoney, LateMoneyChoice } from '../deposits/recent/late-money.tsx'
import { PrintButton, Receipt } from '../deposits/recent/receipt.tsx'

/** How a payment has ended, and the next step. */
export function WalletResult({ deposit, name }: { readonly deposit: Deposit; readonly name: string }) {
  if (deposit.state === 'succeeded') return <Succeeded deposit={deposit} />
  if (deposit.state === 'review') return <InReview deposit={deposit} name={name} />
  return deposit.refund === null ? <Failed deposit={deposit} name={name} /> : <ArrivedLate deposit={deposit} />
}

function Succeeded({ deposit }: { readonly deposit: Deposit }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { credited, balance, currency } = deposit
  const total = credited === null ? deposit.amount : credited.cash + credited.bonus
  const money = (amount: number): string => formatMoney(amount, currency, lang)
  return (
    <Card as="section" labelledBy="wallet-end" className="flex flex-col gap-6">
      <Receipt
        deposit={deposit}
        heading={
          <ResultTitle
            icon={<CircleCheck size={28} className="text-up" aria-hidden />}
            title={t('cards.success_title', { amount: money(total) })}
          >
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

function Failed({ deposit, name }: { readonly deposit: Deposit; readonly name: string }) {
  const t = useTranslate()
  const { reason, message } = deposit
  // Other reasons, e.g. that the trader has cancelled it, have a text of their own.
  const hasOwnReason = reason !== null && reason !== 'orange.pay_fail' && message !== null
  return (
    <Card as="section" labelledBy="wallet-end" className="flex flex-col gap-5">
      <ResultTitle icon={<CircleAlert size={28} className="text-down" aria-hidden />} title={t('wallets.failed_title')}>
        {hasOwnReason ? message : t('wallets.failed_text', { name })}
      </ResultTitle>
      <Details deposit={deposit} />
      <Button tone="primary" onPress={cardPayment.dismiss}>
        {t('wallets.try_again')}
      </Button>
    </Card>
  )
}

/** The money of a failed payment has arrived, or is on its way back. */
function ArrivedLate({ deposit }: { readonly deposit: Deposit }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { refund, receiptNumber } = deposit
  const isOnAccount = refund === 'offered' || refund === 'kept'
  return (
    <Card as="section" labelledBy="wallet-end" className="flex flex-col gap-5">
      <ResultTitle
        icon={isOnAccount ? <CircleCheck size={28} className="text-up" aria-hidden /> : <Clock size={28} aria-hidden />}
        title={
          isOnAccount
            ? t('cards.late_title', { amount: formatLateMoney(deposit, lang) })
            : t(getDepositStatus(deposit).text)
        }
      >
        {refund === 'offered' && t('cards.late_text', { receiptNumber })}
      </ResultTitle>
      <Details deposit={deposit} />
      {refund === 'offered' ? (
        <LateMoneyChoice deposit={deposit} />
      ) : (
        <Button onPress={cardPayment.dismiss}>{t('cards.start_another')}</Button>
      )}
    </Card>
  )
}

function InReview({ deposit, name }: { readonly deposit: Deposit; readonly name: string }) {
  const t = useTranslate()
  return (
    <Card as="section" labelledBy="wallet-end" className="flex flex-col gap-5">
      <ResultTitle icon={<Clock size={28} className="text-warn" aria-hidden />} title={t('wallets.review_title')}>
        {t('wallets.review_text', { name })}
      </ResultTitle>
      <Details deposit={deposit} />
      <Button onPress={cardPayment.dismiss}>{t('cards.start_another')}</Button>
    </Card>
  )
}

function Details({ deposit }: { readonly deposit: Deposit }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { amount, currency, receiptNumber } = deposit
  return (
    <DescriptionList
      rows={[
        { id: 'amount', name: t('cards.amount'), value: formatMoney(amount, currency, lang) },
        { id: 'receipt', name: t('cards.receipt_number'), value: <span className="tabular">{receiptNumber}</span> },
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
      <h2 id="wallet-end" ref={title} tabIndex={-1} className="text-21 font-semibold outline-none">
        {props.title}
      </h2>
      <p role="status" className="text-muted">
        {props.children}
      </p>
    </div>
  )
}
