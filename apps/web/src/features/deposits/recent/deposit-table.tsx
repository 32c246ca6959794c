import { Link } from '@tanstack/react-router'
import type { Invoice } from '@tradefront/contract/domain/crypto'
import type { Deposit } from '@tradefront/contract/domain/deposits'
import { type ReactNode, useState } from 'react'

import { serverNow } from '../../../platform/clock.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { paths } from '../../../routes/paths.ts'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { Money } from '../../../ui/money/money.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { describeOtherAmount, findDepositTab, formatInstrument, getDepositStatus, hasEnded } from '../deposit-status.ts'
import { describeClaimEnd, getFailureText } from '../describe-failure.ts'
import { describeWait } from '../describe-wait.ts'
import { MethodIcon } from '../methods/method-icon.tsx'
import { DepositDialog } from './deposit-dialog.tsx'
import { LateMoneyChoice } from './late-money.tsx'
import { ReceiptDialog } from './receipt.tsx'

type DepositTableProps = {
  /** Id of the title that names the table. */
  readonly labelledBy: string
  readonly rows: readonly Deposit[]
  /** Id of a payment that the screen shows anyway, so that its row needs no action. */
  readonly currentId?: string | null
  /** True to say what each deposit waits for, and to ask about late money. Needs the texts `deposits`. */
  readonly isDetailed?: boolean
  /** Invoices of payments in coins, if they are loaded. */
  readonly invoices?: readonly Invoice[]
  /** Id of the deposit whose details are open at first. */
  readonly openedId?: string | null
}

/** Table of deposits. On a phone, each row looks like a card. */
export function DepositTable({
  labelledBy,
  rows,
  currentId = null,
  isDetailed = false,
  invoices = [],
  ...props
}: DepositTableProps) {
  const t = useTranslate()
  const [receipt, setReceipt] = useState<Deposit | null>(null)
  const [openedId, setOpenedId] = useState(props.openedId ?? null)
  const opened = rows.find(({ id }) => id === openedId) ?? null
  const findInvoice = (deposit: Deposit) => invoices.find(({ depositId }) => depositId === deposit.id) ?? null
  const showReceipt = (deposit: Deposit): void => {
    setOpenedId(null)
    setReceipt(deposit)
  }
  return (
    <div className="@container">
      <table aria-labelledby={labelledBy} className="w-full border-collapse max-sm:block">
        <thead className="text-13 text-muted max-sm:sr-only">
          <tr className="border-b border-line">
            <HeaderCell>{t('deposits.col_date')}</HeaderCell>
            <HeaderCell>{t('deposits.paid_with')}</HeaderCell>
            <HeaderCell className={referenceClass}>{t('deposits.col_reference')}</HeaderCell>
            <HeaderCell>{t('deposits.col_state')}</HeaderCell>
            <HeaderCell isEnd>{t('deposits.col_amount')}</HeaderCell>
            <th scope="col" className="py-2">
              <span className="sr-only">{t('deposits.col_next')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows.map((deposit) => (
            <DepositRow
              key={deposit.id}
              deposit={deposit}
              isWide={isDetailed}
              details={
                isDetailed && (
                  <>
                    <RowDetails deposit={deposit} invoice={findInvoice(deposit)} />
                    {getDepositStatus(deposit).tone !== 'success' && <AskSupportLink deposit={deposit} />}
                  </>
                )
              }
              onOpen={() => setOpenedId(deposit.id)}
              action={
                deposit.id !== currentId && <RowAction deposit={deposit} onReceipt={() => showReceipt(deposit)} />
              }
            />
          ))}
        </tbody>
      </table>
      {opened !== null && (
        <DepositDialog
          deposit={opened}
          invoice={findInvoice(opened)}
          actions={
            <>
              <Link to={paths.newTicket()} search={{ deposit: opened.id }} className={buttonClass({})}>
                {t('deposits.ask_support')}
              </Link>
              {opened.id !== currentId && (
                <RowAction deposit={opened} isPrimary onReceipt={() => showReceipt(opened)} />
              )}
            </>
          }
          onClose={() => setOpenedId(null)}
        />
      )}
      {receipt !== null && <ReceiptDialog deposit={receipt} onClose={() => setReceipt(null)} />}
    </div>
  )
}

/** The reference is hidden in a narrow table, because the status needs the room; receipts also have it. */
const referenceClass = 'sm:@max-[48rem]:hidden'

function HeaderCell(props: { readonly children: string; readonly isEnd?: boolean; readonly className?: string }) {
  const alignment = props.isEnd ? 'text-end' : 'text-start'
  return (
    <th scope="col" className={cx('py-2 pe-4 font-medium', alignment, props.className)}>
      {props.children}
    </th>
  )
}

const dots = { success: 'bg-up', danger: 'bg-down', warn: 'bg-warn', info: 'bg-accent' } as const

function DepositRow(props: {
  readonly deposit: Deposit
  readonly details: ReactNode
  readonly action: ReactNode
  readonly onOpen: () => void
  /** True if the row has details, which need the whole width on a phone. */
  readonly isWide: boolean
}) {
  const t = useTranslate()
  const format = useFormat()
  const { deposit, isWide } = props
  const { currency, credited } = deposit
  const status = getDepositStatus(deposit)
  const otherAmount = describeOtherAmount(deposit, t, format)
  const cell = 'py-3 pe-4 align-top max-sm:p-0'
  return (
    <tr className="border-b border-line max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:gap-y-1 max-sm:py-4">
      <td className={cx(cell, 'text-13 whitespace-nowrap text-muted max-sm:order-3')}>
        <time dateTime={new Date(deposit.createdAtMs).toISOString()}>{format.dateTime(deposit.createdAtMs)}</time>
      </td>
      <td className={cx(cell, 'max-sm:order-1')}>
        <span className="flex items-center gap-2">
          <MethodIcon tab={findDepositTab(deposit)} cardBrand={deposit.card?.brand} />
          <button
            type="button"
            onClick={props.onOpen}
            className="target -my-2 flex min-w-0 items-center text-start underline decoration-line underline-offset-4 hover:decoration-current"
          >
            <bdi dir="ltr" className="tabular whitespace-nowrap">
              {formatInstrument(deposit, t) ?? t('deposits.tab_card')}
            </bdi>
            <span className="sr-only">
              {' '}
              {deposit.receiptNumber}, {t('deposits.show_details')}
            </span>
          </button>
        </span>
      </td>
      <td className={cx(cell, referenceClass, 'tabular text-13 text-muted max-sm:order-4 max-sm:text-end')}>
        {deposit.receiptNumber}
      </td>
      <td className={cx(cell, 'max-sm:order-5', isWide && 'max-sm:col-span-2')}>
        <span className="inline-flex items-baseline gap-2">
          <span aria-hidden className={cx('size-2 shrink-0 rounded-full', dots[status.tone])} />
          {t(status.text)}
        </span>
        {deposit.state === 'failed' && deposit.refund === null && (
          <span className="block max-w-prose text-13 text-muted">
            {describeClaimEnd(deposit, t) ?? t(getFailureText(deposit))}
          </span>
        )}
        {props.details}
      </td>
      <td className={cx(cell, 'text-end font-medium whitespace-nowrap max-sm:order-2')}>
        <Money amount={credited?.cash ?? deposit.amount} currency={currency} />
        {otherAmount !== null && <span className="block text-13 font-normal text-muted">{otherAmount}</span>}
        {credited !== null && credited.bonus > 0 && (
          <span className="block text-13 font-normal text-muted">
            {t('deposits.plus_bonus', { bonus: format.money(credited.bonus, currency, { isWhole: true }) })}
          </span>
        )}
      </td>
      <td className={cx('py-1 align-top max-sm:order-6 max-sm:p-0', isWide && 'max-sm:col-span-2')}>
        <span className={cx('flex justify-end', isWide && 'max-sm:justify-start')}>{props.action}</span>
      </td>
    </tr>
  )
}

/** Shows what the deposit waits for and until when, or the question about money that came late. */
function RowDetails({ deposit, invoice }: { readonly deposit: Deposit; readonly invoice: Invoice | null }) {
  const t = useTranslate()
  const format = useFormat()
  if (deposit.refund === 'offered') {
    return (
      <div className="pt-2">
        <LateMoneyChoice deposit={deposit} />
      </div>
    )
  }
  const wait = describeWait(deposit, invoice, serverNow(), t)
  if (wait === null) return null
  const until = wait.untilMs === null ? null : format.time(wait.untilMs)
  return (
    <span className="block max-w-prose text-13 text-muted">
      {wait.text}
      {until !== null && ` ${t('deposits.wait_until', { time: until })}`}
    </span>
  )
}

function AskSupportLink({ deposit }: { readonly deposit: Deposit }) {
  const t = useTranslate()
  return (
    <Link
      to={paths.newTicket()}
      search={{ deposit: deposit.id }}
      className="target flex w-fit items-center text-13 text-accent-ink hover:underline"
    >
      {t('deposits.ask_support')}
      <span className="sr-only"> {deposit.receiptNumber}</span>
    </Link>
  )
}

/** `isPrimary` is true in the details of the deposit. */
function RowAction(props: { readonly deposit: Deposit; readonly isPrimary?: boolean; readonly onReceipt: () => void }) {
  const t = useTranslate()
  const { deposit, isPrimary = false, onReceipt } = props
  const { state, credited, invoice, receiptNumber } = deposit
  const look = isPrimary ? ({ tone: 'primary' } as const) : ({ tone: 'plain', size: 'sm', className: '-mx-3' } as const)
  const className = buttonClass(look)
  const number = <span className="sr-only"> {receiptNumber}</span>
  if (state === 'succeeded' || (state === 'failed' && credited !== null)) {
    return (
      <Button {...look} onPress={onReceipt}>
        {t('deposits.show_receipt')}
        {number}
      </Button>
    )
  }
  if (invoice !== null) {
    return (
      <Link to={paths.invoice(invoice.coin, invoice.guid)} className={className}>
        {t('deposits.show_invoice')}
        {number}
      </Link>
    )
  }
  if (hasEnded(deposit)) return null
  return (
    <Link to={paths.show('funding')} className={className}>
      {t('deposits.go_on')}
      {number}
    </Link>
  )
}
