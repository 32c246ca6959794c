import { Link } from '@tanstack/react-router'
import type { Deposit } from '@tradefront/contract/domain/deposits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useLiveEvent } from '../../../platform/realtime/live-connection.ts'
import { useLocaleTag, useTranslate } from '../../../platform/i18n/i18n.ts'
import { paths } from '../../../routes/paths.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { formatMoney } from '@tradefront/rules/ledger/format-money'
import { Money } from '../../../ui/money/money.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { overviewKey, overviewQuery } from '../api.ts'
import { formatInstrument, getDepositStatus, hasEnded } from '../deposit-status.ts'
import { getFailureText } from '../describe-failure.ts'
import { ReceiptDialog } from './receipt.tsx'

/** @param currentId the payment that the screen shows anyway: it needs no action */
export function RecentDeposits({
  limit,
  currentId = null,
}: {
  readonly limit: number
  readonly currentId?: string | null
}) {
  const t = useTranslate()
  const { data, isPending, isError, refetch } = useQuery(overviewQuery)
  useRefreshOverview()
  const [shown, setShown] = useState<Deposit | null>(null)
  const rows = data?.recent.slice(0, limit) ?? []
  return (
    <section aria-labelledby="recent-deposits" className="flex flex-col gap-3">
      <h2 id="recent-deposits" className="text-17 font-semibold">
        {t('cards.recent')}
      </h2>
      {isPending && <Skeleton className="h-32" label={t('cards.loading')} />}
      {isError && (
        <Banner tone="danger" action={<Button onPress={() => void refetch()}>{t('shell.retry')}</Button>}>
          {t('cards.recent_failed')}
        </Banner>
      )}
      {data !== undefined && rows.length === 0 && (
        <EmptyState title={t('cards.recent_empty')}>{t('cards.recent_empty_text')}</EmptyState>
      )}
      {rows.length > 0 && <DepositTable rows={rows} currentId={currentId} onReceipt={setShown} />}
      {shown !== null && <ReceiptDialog deposit={shown} onClose={() => setShown(null)} />}
    </section>
  )
}

function useRefreshOverview(): void {
  const queries = useQueryClient()
  const invalidate = (): void => void queries.invalidateQueries({ queryKey: overviewKey })
  useLiveEvent('deposit', invalidate)
  useLiveEvent('refresh', invalidate)
}

type RowProps = {
  readonly currentId: string | null
  readonly onReceipt: (deposit: Deposit) => void
}

/** On a phone, each row looks like a card. */
function DepositTable({ rows, ...props }: RowProps & { readonly rows: readonly Deposit[] }) {
  const t = useTranslate()
  return (
    <table className="w-full border-collapse max-sm:block">
      <thead className="text-13 text-muted max-sm:sr-only">
        <tr className="border-b border-line">
          <HeaderCell>{t('cards.col_date')}</HeaderCell>
          <HeaderCell>{t('cards.paid_with')}</HeaderCell>
          <HeaderCell>{t('cards.col_reference')}</HeaderCell>
          <HeaderCell>{t('cards.col_state')}</HeaderCell>
          <HeaderCell isEnd>{t('cards.col_amount')}</HeaderCell>
          <th scope="col" className="py-2">
            <span className="sr-only">{t('cards.col_next')}</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map((deposit) => (
          <DepositRow key={deposit.id} deposit={deposit} {...props} />
        ))}
      </tbody>
    </table>
  )
}

function HeaderCell({ children, isEnd = false }: { readonly children: string; readonly isEnd?: boolean }) {
  return (
    <th scope="col" className={cx('py-2 pe-4 font-medium', isEnd ? 'text-end' : 'text-start')}>
      {children}
    </th>
  )
}

/** Why an operator has rejected a report. */
function getFailureReason({ wallet, message }: Deposit): string | null {
  return wallet?.is_claim === true ? message : null
}

const dots = { success: 'bg-up', danger: 'bg-down', warn: 'bg-warn', info: 'bg-accent' } as const

function DepositRow({ deposit, ...props }: RowProps & { readonly deposit: Deposit }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { currency, credited } = deposit
  const status = getDepositStatus(deposit)
  const date = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' })
  const cell = 'py-3 pe-4 align-top max-sm:p-0'
  return (
    <tr className="border-b border-line max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:gap-y-1 max-sm:py-4">
      <td className={cx(cell, 'text-13 whitespace-nowrap text-muted max-sm:order-3')}>
        <time dateTime={new Date(deposit.createdAtMs).toISOString()}>{date.format(deposit.createdAtMs)}</time>
      </td>
      <td className={cx(cell, 'max-sm:order-1')}>
        <bdi dir="ltr" className="tabular whitespace-nowrap">
          {formatInstrument(deposit, t) ?? t('cards.tab_card')}
        </bdi>
      </td>
      <td className={cx(cell, 'tabular text-13 text-muted max-sm:order-4 max-sm:text-end')}>{deposit.receiptNumber}</td>
      <td className={cx(cell, 'max-sm:order-5')}>
        <span className="inline-flex items-baseline gap-2">
          <span aria-hidden className={cx('size-2 shrink-0 rounded-full', dots[status.tone])} />
          {t(status.text)}
        </span>
        {deposit.state === 'failed' && deposit.refund === null && (
          <span className="block max-w-prose text-13 text-muted">
            {getFailureReason(deposit) ?? t(getFailureText(deposit))}
          </span>
        )}
      </td>
      <td className={cx(cell, 'text-end font-medium whitespace-nowrap max-sm:order-2')}>
        <Money amount={deposit.amount} currency={currency} />
        {credited !== null && credited.bonus > 0 && (
          <span className="block text-13 font-normal text-muted">
            {t('cards.plus_bonus', { bonus: formatMoney(credited.bonus, currency, lang, { isWhole: true }) })}
          </span>
        )}
      </td>
      <td className="py-1.5 text-end max-sm:order-6 max-sm:p-0">
        <RowAction deposit={deposit} {...props} />
      </td>
    </tr>
  )
}

function RowAction({ deposit, currentId, onReceipt }: RowProps & { readonly deposit: Deposit }) {
  const t = useTranslate()
  if (deposit.state === 'succeeded') {
    return (
      <Button tone="plain" size="sm" className="-me-3" onPress={() => onReceipt(deposit)}>
        {t('cards.show_receipt')}
        <span className="sr-only"> {deposit.receiptNumber}</span>
      </Button>
    )
  }
  if (hasEnded(deposit) || deposit.id === currentId) return null
  return (
    <Link to={paths.show('funding')} className={buttonClass({ tone: 'plain', size: 'sm', className: '-me-3' })}>
      {t('cards.go_on')}
    </Link>
  )
}
