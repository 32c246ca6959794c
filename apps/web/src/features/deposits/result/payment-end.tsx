import { Link } from '@tanstack/react-router'
import type { Deposit } from '@tradefront/contract/domain/deposits'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import { type ReactNode, useEffect, useRef } from 'react'

import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { paths } from '../../../routes/paths.ts'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { DrawnCheck } from '../../../ui/feedback/drawn-check.tsx'
import { RollingMoney } from '../../../ui/money/rolling-money.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DescriptionList } from '../../../ui/layout/description-list.tsx'
import { describeUndone, formatInstrument, getDepositStatus } from '../deposit-status.ts'
import { describeHeld } from '../describe-wait.ts'
import { describeLateMoney, formatLateMoney, LateMoneyChoice } from '../recent/late-money.tsx'
import { PrintButton, Receipt } from '../recent/receipt.tsx'

/** End of a payment, and the next step. */
export function PaymentEnd(props: {
  readonly deposit: Deposit
  /** Content for a payment that has failed for good: each method has its own next steps. */
  readonly failed: ReactNode
  readonly review: { readonly title: string; readonly text: string }
  readonly onDismiss: () => void
}) {
  const { deposit, review, onDismiss } = props
  if (deposit.state === 'succeeded') return <Succeeded deposit={deposit} onDismiss={onDismiss} />
  if (deposit.state === 'review') return <InReview deposit={deposit} {...review} onDismiss={onDismiss} />
  return deposit.refund === null ? props.failed : <ArrivedLate deposit={deposit} onDismiss={onDismiss} />
}

type EndProps = { readonly deposit: Deposit; readonly onDismiss: () => void }

function Succeeded({ deposit, onDismiss }: EndProps) {
  const t = useTranslate()
  const format = useFormat()
  const money = (amount: number): string => format.money(amount, deposit.currency)
  const { credited, balance } = deposit
  const undone = describeUndone(deposit, t)
  const total = credited === null ? deposit.amount : credited.cash + credited.bonus
  const [beforeBalance, afterBalance] = t('deposits.success_balance', { balance: '|' }).split('|')
  return (
    <Card as="section" labelledBy={titleId} className="flex flex-col gap-6">
      <Receipt
        deposit={deposit}
        heading={
          <EndTitle
            icon={undone === null ? <DrawnCheck /> : <CircleAlert size={28} className="text-warn" aria-hidden />}
            title={undone === null ? t('deposits.success_title', { amount: money(total) }) : t('deposits.undone_title')}
          >
            {undone !== null && `${undone} `}
            {balance !== null && (
              <>
                {beforeBalance}
                <RollingMoney
                  amount={balance}
                  currency={deposit.currency}
                  from={undone === null ? balance - total : undefined}
                />
                {afterBalance}
              </>
            )}
          </EndTitle>
        }
      />
      <div className="flex flex-wrap gap-2">
        <Link to={paths.home()} className={buttonClass({ tone: 'primary' })}>
          {t('deposits.start_trading')}
        </Link>
        <Button onPress={onDismiss}>{t('deposits.add_more')}</Button>
        <PrintButton />
      </div>
    </Card>
  )
}

export function FailedPayment(props: {
  readonly deposit: Deposit
  readonly title: string
  readonly text: string
  /** Details in the processor's words. */
  readonly detail: string | null
  /** Buttons of the next step. */
  readonly children: ReactNode
}) {
  return (
    <Card as="section" labelledBy={titleId} className="flex flex-col gap-5">
      <EndTitle icon={<CircleAlert size={28} className="text-down" aria-hidden />} title={props.title}>
        {props.text}
      </EndTitle>
      <EndDetails deposit={props.deposit} detail={props.detail} />
      <div className="flex flex-col gap-2">{props.children}</div>
    </Card>
  )
}

/** Notice that the money of a failed payment has arrived, or is on its way back. */
function ArrivedLate({ deposit, onDismiss }: EndProps) {
  const t = useTranslate()
  const format = useFormat()
  const { refund, wallet } = deposit
  const isOnAccount = refund === 'offered' || refund === 'kept'
  const title = isOnAccount
    ? t('deposits.late_title', { amount: formatLateMoney(deposit, format) })
    : t(getDepositStatus(deposit).text)
  return (
    <Card as="section" labelledBy={titleId} className="flex flex-col gap-5">
      <EndTitle
        icon={
          isOnAccount ? (
            <CircleCheck size={28} className="text-up" aria-hidden />
          ) : (
            <Clock size={28} className="text-muted" aria-hidden />
          )
        }
        title={title}
      >
        {refund === 'offered' && describeLateMoney(deposit, t)}
        {refund === 'kept' && t('deposits.money_kept')}
        {refund === 'under_way' &&
          (wallet === undefined
            ? t('deposits.refund_ordered')
            : t('deposits.refund_ordered_wallet', { name: formatInstrument(deposit, t) ?? '' }))}
        {refund === 'held' && describeHeld(deposit, t)}
      </EndTitle>
      <EndDetails deposit={deposit} detail={null} />
      {refund === 'offered' ? (
        <LateMoneyChoice deposit={deposit} />
      ) : (
        <Button onPress={onDismiss}>{t('deposits.start_another')}</Button>
      )}
    </Card>
  )
}

function InReview({ deposit, title, text, onDismiss }: EndProps & { readonly title: string; readonly text: string }) {
  const t = useTranslate()
  return (
    <Card as="section" labelledBy={titleId} className="flex flex-col gap-5">
      <EndTitle icon={<Clock size={28} className="text-warn" aria-hidden />} title={title}>
        {deposit.refund === 'held' ? describeHeld(deposit, t) : text}
      </EndTitle>
      <EndDetails deposit={deposit} detail={null} />
      <Button onPress={onDismiss}>{t('deposits.start_another')}</Button>
    </Card>
  )
}

function EndDetails({ deposit, detail }: { readonly deposit: Deposit; readonly detail: string | null }) {
  const t = useTranslate()
  const format = useFormat()
  const { amount, currency, receiptNumber } = deposit
  return (
    <DescriptionList
      rows={[
        { id: 'amount', name: t('deposits.amount'), value: format.money(amount, currency) },
        { id: 'receipt', name: t('deposits.receipt_number'), value: <span className="tabular">{receiptNumber}</span> },
        ...(detail === null ? [] : [{ id: 'detail', name: t('deposits.failure_detail'), value: detail }]),
      ]}
    />
  )
}

const titleId = 'payment-end'

/** Title that gets the focus. */
function EndTitle(props: { readonly icon: ReactNode; readonly title: string; readonly children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="flex flex-col gap-2">
      {props.icon}
      <h2 id={titleId} ref={title} tabIndex={-1} className="text-21 font-semibold outline-none">
        {props.title}
      </h2>
      <p role="status" className="text-muted">
        {props.children}
      </p>
    </div>
  )
}
