import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  type BankPaymentView,
  type BankProposal,
  type BankQueue,
  bankQueues,
  deskBankCalls,
} from '@tradefront/contract/desk-bank'
import { fromMinor } from '@tradefront/rules/ledger/money'
import Check from 'lucide-react/icons/check'
import X from 'lucide-react/icons/x'
import { useState } from 'react'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { ActionButton } from '../action-button.tsx'
import { refreshMs } from '../api.ts'
import { toNoon } from '../reconcile/api.ts'
import { TraderLink } from '../traders/trader-link.tsx'
import { ImportButton } from './import-button.tsx'

const bankQuery = (queue: BankQueue) =>
  queryOptions({
    queryKey: callKey(deskBankCalls.listBankPayments, { query: { queue } }),
    queryFn: () => performCall(deskBankCalls.listBankPayments, { query: { queue } }),
    refetchInterval: refreshMs,
  })

/** Payments that have arrived on our bank accounts, with the reports of traders that can be about them. */
export function BankScreen() {
  const t = useTranslate()
  const [queue, setQueue] = useState<BankQueue>('waiting')
  const query = useQuery(bankQuery(queue))
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6">
      <ScreenTitle lead={t('desk_reconcile.bank_lead')} aside={<ImportButton formats={query.data?.formats ?? []} />}>
        {t('desk_reconcile.bank')}
      </ScreenTitle>
      <div>
        <SegmentedControl
          label={t('desk_reconcile.bank_queue')}
          options={bankQueues.map((id) => ({ id, label: t(`desk_reconcile.bank_${id}`) }))}
          value={queue}
          onChange={setQueue}
        />
      </div>
      <QueryView
        query={query}
        name={t('desk_reconcile.bank')}
        skeleton={<Skeleton className="h-64" />}
        isEmpty={({ payments }) => payments.length === 0}
        empty={<EmptyState title={t('desk_reconcile.bank_none')}>{t('desk_reconcile.bank_none_text')}</EmptyState>}
      >
        {({ payments, hasMore }) => (
          <>
            <ul className="flex flex-col gap-4">
              {payments.map((payment) => (
                <li key={payment.id}>
                  <Payment payment={payment} />
                </li>
              ))}
            </ul>
            {hasMore && (
              <p className="text-13 text-muted">{t('desk_reconcile.bank_more', { count: payments.length })}</p>
            )}
          </>
        )}
      </QueryView>
    </div>
  )
}

function Payment({ payment }: { readonly payment: BankPaymentView }) {
  const t = useTranslate()
  const format = useFormat()
  const { amount, currency, deposit, proposals } = payment
  return (
    <Card className="grid gap-x-8 gap-y-4 md:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-1">
        <p className="text-21 font-semibold tabular">{format.money(fromMinor(amount, currency), currency)}</p>
        <p className="wrap-anywhere">{payment.payer || t('desk_reconcile.bank_no_payer')}</p>
        <p className="wrap-anywhere text-muted">
          {payment.words === '' ? t('desk_reconcile.bank_no_words') : `“${payment.words}”`}
        </p>
        <p className="text-13 wrap-anywhere text-muted">
          {t('desk_reconcile.bank_booked', { ago: format.ago(toNoon(payment.bookedOn), serverNow()) })}{' '}
          {t('desk_reconcile.bank_account', { account: payment.account })}
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        {deposit !== null ? (
          <Link to="/deposits/$id" params={{ id: deposit }} className="text-accent-ink hover:underline">
            {t('desk_reconcile.bank_to_deposit')}
          </Link>
        ) : proposals.length === 0 ? (
          <p className="text-muted">{t('desk_reconcile.bank_no_proposal')}</p>
        ) : (
          <ul aria-label={t('desk_reconcile.bank_proposals')} className="flex flex-col gap-4">
            {proposals.map((proposal) => (
              <li key={proposal.attempt} className="border-s-2 border-line ps-4">
                <Proposal payment={payment} proposal={proposal} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

function Proposal({ payment, proposal }: { readonly payment: BankPaymentView; readonly proposal: BankProposal }) {
  const t = useTranslate()
  const format = useFormat()
  const { deposit, attempt, trader, currency, agrees } = proposal
  const reported = format.money(fromMinor(proposal.amount, currency), currency)
  const arrived = format.money(fromMinor(payment.amount, payment.currency), payment.currency)
  return (
    <div className="flex flex-col gap-2">
      <TraderLink {...trader} />
      <p className="text-13 text-muted">
        <Link to="/deposits/$id" params={{ id: deposit }} className="text-accent-ink hover:underline">
          {t('desk_reconcile.bank_reported', { amount: reported, ago: format.ago(proposal.createdAtMs, serverNow()) })}
        </Link>
      </p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-13">
        {(['reference', 'amount', 'currency'] as const).map((id) => {
          const Icon = agrees[id] ? Check : X
          return (
            <li key={id} className={cx('flex items-center gap-1', agrees[id] ? 'text-up' : 'text-down')}>
              <Icon size={14} aria-hidden />
              {t(`desk_reconcile.bank_${id}_${agrees[id] ? 'agrees' : 'differs'}`)}
            </li>
          )
        })}
      </ul>
      <div>
        <ActionButton
          action="claim.accept"
          size="sm"
          {...(agrees.reference && agrees.amount && { tone: 'primary' as const })}
          title={t('desk_reconcile.bank_accept_title', { amount: arrived, name: trader.name || trader.email })}
          input={{ deposit, attempt, trader: trader.id, amount: payment.amount, currency, payment: payment.id }}
          isOffered={agrees.currency}
        >
          {!agrees.amount && <p>{t('desk_reconcile.bank_accept_part', { amount: reported })}</p>}
        </ActionButton>
      </div>
    </div>
  )
}
