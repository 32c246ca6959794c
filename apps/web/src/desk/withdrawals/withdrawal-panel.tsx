import { useQuery } from '@tanstack/react-query'
import type { WithdrawalDetails } from '@tradefront/contract/desk'
import { fromMinor } from '@tradefront/rules/ledger/money'
import CircleCheck from 'lucide-react/icons/circle-check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { ActionButton } from '../action-button.tsx'
import { withdrawalQuery } from '../api.ts'
import { CaseOwner } from '../queue/case-owner.tsx'
import { listTraderRows } from '../traders/list-trader-rows.tsx'
import { WaitingCommand } from '../waiting-command.tsx'
import { listChecks } from './list-checks.ts'
import { PartActions } from './part-actions.tsx'

/** One withdrawal: its trader, where the money goes, what to check, and the decision. */
export function WithdrawalPanel({ id }: { readonly id: string }) {
  const t = useTranslate()
  const query = useQuery(withdrawalQuery(id))
  return (
    <QueryView
      query={query}
      name={t('desk.withdrawal')}
      skeleton={<Skeleton className="h-96" />}
      empty={<EmptyState title={t('errors.not_found')} />}
    >
      {(withdrawal) => <Details withdrawal={withdrawal} />}
    </QueryView>
  )
}

function Details({ withdrawal }: { readonly withdrawal: WithdrawalDetails }) {
  const t = useTranslate()
  const format = useFormat()
  const { trader, currency, checks, parts } = withdrawal
  const money = (minor: number) => format.money(fromMinor(minor, currency), currency)
  return (
    <Card className="flex flex-col gap-6">
      <CaseOwner kinds={['withdrawal']} id={withdrawal.id} />
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="flex flex-col gap-1">
          <h2 className="text-28 font-semibold tabular">{money(withdrawal.amount)}</h2>
          <p className="text-muted">
            {t(`desk.state_${withdrawal.state}`)} · {format.dateTime(withdrawal.confirmedAtMs)} · {withdrawal.number}
          </p>
        </div>
        <Decision withdrawal={withdrawal} />
      </div>
      <WaitingCommand page={`/withdrawals/${withdrawal.id}`} />
      {withdrawal.reason !== null && <p className="text-muted">“{withdrawal.reason}”</p>}
      <section aria-labelledby="checks" className="flex flex-col gap-2">
        <h3 id="checks" className="font-semibold">
          {t('desk.checks')}
        </h3>
        <ul className="gap-6 sm:columns-2">
          {listChecks(t, format, withdrawal, serverNow()).map(({ id, isGood, text }) => (
            <li key={id} className="flex break-inside-avoid items-start gap-2 pb-1">
              {isGood ? (
                <CircleCheck size={18} className="mt-0.5 shrink-0 text-up" aria-label={t('desk.check_good')} />
              ) : (
                <TriangleAlert size={18} className="mt-0.5 shrink-0 text-warn" aria-label={t('desk.check_look')} />
              )}
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </section>
      <div className="grid gap-6 sm:grid-cols-2">
        <section aria-labelledby="trader">
          <h3 id="trader" className="pb-2 font-semibold">
            {t('desk.trader')}
          </h3>
          <DescriptionList
            rows={[
              ...listTraderRows(t, format, trader),
              { id: 'number', name: t('desk.account_number'), value: trader.id },
            ]}
          />
        </section>
        <section aria-labelledby="money">
          <h3 id="money" className="pb-2 font-semibold">
            {t('desk.money')}
          </h3>
          <DescriptionList
            rows={[
              { id: 'cash', name: t('desk.cash'), value: money(checks.cash) },
              { id: 'bonus', name: t('desk.bonus'), value: money(checks.bonus) },
              { id: 'hold', name: t('desk.hold'), value: money(checks.hold) },
              { id: 'in', name: t('desk.deposited'), value: money(checks.depositedTotal) },
              { id: 'out', name: t('desk.withdrawn'), value: money(checks.withdrawnTotal) },
              {
                id: 'trades',
                name: t('desk.trades_count', { count: checks.tradeCount }),
                value: money(checks.tradeResult),
              },
            ]}
          />
        </section>
      </div>
      <section aria-labelledby="parts" className="flex flex-col gap-2">
        <h3 id="parts" className="font-semibold">
          {t('desk.parts')}
        </h3>
        <ul className="flex flex-col">
          {parts.map((part) => (
            <li key={part.number} className="flex flex-wrap gap-x-4 border-b border-line py-2 last:border-b-0">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {t(`withdrawal.method_${part.method}`)} <span className="text-muted">{part.to}</span>
              </span>
              <span className="font-medium tabular">{money(part.amount)}</span>
              <span className="text-muted">{t(`desk.payout_${part.state}`)}</span>
              {part.reason !== null && <span className="w-full text-13 text-muted">{part.reason}</span>}
              <PartActions withdrawal={withdrawal} part={part} />
            </li>
          ))}
          <li className="flex gap-4 py-2 text-muted">
            <span className="flex-1">{t('desk.fee')}</span>
            <span className="tabular">{money(withdrawal.fee)}</span>
          </li>
        </ul>
      </section>
    </Card>
  )
}

function Decision({ withdrawal }: { readonly withdrawal: WithdrawalDetails }) {
  const t = useTranslate()
  const format = useFormat()
  const [words, setWords] = useState('')
  const { id, amount, currency, trader, state } = withdrawal
  const facts = { amount: format.money(fromMinor(amount, currency), currency), name: trader.name || trader.email }
  return (
    <div className="flex gap-2">
      <ActionButton
        action="withdrawal.reject"
        tone="danger"
        shortcut="r"
        title={t('desk.reject_title', facts)}
        input={{ withdrawal: id, words: words.trim() }}
        isOffered={state === 'waiting_approval' || state === 'waiting_documents'}
      >
        <TextArea
          label={t('desk.words')}
          help={t('desk.words_help')}
          name="words"
          rows={3}
          value={words}
          onChange={setWords}
          onBlur={() => undefined}
          inputRef={null}
        />
      </ActionButton>
      <ActionButton
        action="withdrawal.approve"
        tone="primary"
        shortcut="a"
        title={t('desk.approve_title', facts)}
        input={{ withdrawal: id, trader: trader.id, amount, currency }}
        isOffered={state === 'waiting_approval'}
      >
        <ul className="flex flex-col gap-1 text-muted">
          {withdrawal.parts.map((part) => (
            <li key={part.number} className="wrap-anywhere">
              {t('desk.leaves', {
                amount: format.money(fromMinor(part.amount, currency), currency),
                to: `${t(`withdrawal.method_${part.method}`)} ${part.to}`.trim(),
              })}
            </li>
          ))}
        </ul>
      </ActionButton>
    </div>
  )
}
