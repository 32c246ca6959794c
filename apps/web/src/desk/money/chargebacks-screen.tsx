import { type CalendarDate, getLocalTimeZone, parseAbsolute, toCalendarDate } from '@internationalized/date'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ChargebackRow, type ChargebackState, chargebackStates } from '@tradefront/contract/desk-money'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { useState } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { SegmentedControl } from '../../ui/fields/segmented-control.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { ActionButton } from '../action-button.tsx'
import { TraderLink } from '../traders/trader-link.tsx'
import { chargebacksQuery } from './api.ts'

/** Cases of charges that banks have taken back. */
export function ChargebacksScreen() {
  const t = useTranslate()
  const [state, setState] = useState<ChargebackState>('open')
  return (
    <div className="flex w-full max-w-3xl flex-col gap-6">
      <ScreenTitle
        lead={t('desk_money.chargebacks_lead')}
        aside={
          <SegmentedControl
            label={t('desk_money.queue')}
            options={chargebackStates.map((id) => ({ id, label: t(`desk_money.case_${id}`) }))}
            value={state}
            onChange={setState}
          />
        }
      >
        {t('desk_money.chargebacks')}
      </ScreenTitle>
      <QueryView
        query={useQuery(chargebacksQuery(state))}
        name={t('desk_money.chargebacks')}
        skeleton={<Skeleton className="h-40" />}
        isEmpty={(rows) => rows.length === 0}
        empty={<EmptyState title={t('desk_money.no_chargebacks')}>{t('desk_money.no_chargebacks_text')}</EmptyState>}
      >
        {(rows) => (
          <ul className="flex flex-col gap-4">
            {rows.map((row) => (
              <li key={`${row.attempt} ${row.charge}`}>
                <Case row={row} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </div>
  )
}

function Case({ row }: { readonly row: ChargebackRow }) {
  const t = useTranslate()
  const format = useFormat()
  const { deposit, attempt, charge, trader, amount, currency, dueAtMs, closedAtMs } = row
  const isOverdue = closedAtMs === null && dueAtMs < serverNow()
  const named = { deposit, attempt, charge }
  const facts = { amount: format.money(fromMinor(amount, currency), currency), name: trader.name || trader.email }
  const due =
    closedAtMs !== null
      ? t('desk_money.closed', { day: format.day(closedAtMs) })
      : isOverdue
        ? t('desk_money.overdue', { day: format.day(dueAtMs) })
        : t('desk_money.due', { when: format.day(dueAtMs) })
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <TraderLink {...trader} />
        <span className="text-17 font-semibold tabular">{facts.amount}</span>
      </div>
      <p className="flex flex-wrap justify-between gap-x-4 text-13 text-muted">
        <span>
          {row.processor} ·{' '}
          <Link to="/deposits/$id" params={{ id: deposit }} className="text-accent-ink hover:underline">
            {t('desk_money.to_deposit', { number: row.number.toUpperCase() })}
          </Link>
        </span>
        <span className={isOverdue ? 'font-medium text-down' : undefined}>{due}</span>
      </p>
      <p className={row.evidence === null ? 'text-muted' : 'whitespace-pre-wrap wrap-anywhere'}>
        {row.evidence ?? t('desk_money.no_evidence')}
      </p>
      {row.state === 'open' && (
        <div className="flex flex-wrap gap-3">
          <Note row={row} title={t('desk_money.note_title', facts)} />
          <Close title={t('desk_money.close_title', facts)} named={named} />
        </div>
      )}
    </Card>
  )
}

type Named = Pick<ChargebackRow, 'deposit' | 'attempt' | 'charge'>

function Note({ row, title }: { readonly row: ChargebackRow; readonly title: string }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const zone = getLocalTimeZone()
  const { deposit, attempt, charge } = row
  const [evidence, setEvidence] = useState(row.evidence ?? '')
  const [day, setDay] = useState<CalendarDate>(() =>
    toCalendarDate(parseAbsolute(new Date(row.dueAtMs).toISOString(), zone)),
  )
  const words = {
    open: t('desk_money.open_calendar'),
    previous: t('desk_money.previous_month'),
    next: t('desk_money.next_month'),
  }
  const text = evidence.trim()
  // The whole day counts.
  const dueAtMs = day.add({ days: 1 }).toDate(zone).getTime() - 1
  return (
    <ActionButton
      action="chargeback.note"
      title={title}
      input={text.length < 3 ? null : { deposit, attempt, charge, evidence: text, dueAtMs }}
    >
      <TextArea
        label={t('desk_money.evidence')}
        help={t('desk_money.evidence_help')}
        name="evidence"
        rows={5}
        value={evidence}
        onChange={setEvidence}
        onBlur={() => undefined}
        inputRef={null}
      />
      <DateField
        label={t('desk_money.due_day')}
        value={day}
        onChange={(next) => {
          if (next !== null) setDay(next)
          return next !== null
        }}
        {...{ words, lang }}
      />
    </ActionButton>
  )
}

function Close({ title, named }: { readonly title: string; readonly named: Named }) {
  const t = useTranslate()
  const [result, setResult] = useState<'won' | 'lost'>('won')
  return (
    <ActionButton action="chargeback.close" title={title} input={{ ...named, result }}>
      <SegmentedControl
        label={t('desk_money.result')}
        options={(['won', 'lost'] as const).map((id) => ({ id, label: t(`desk_money.result_${id}`) }))}
        value={result}
        onChange={setResult}
        isWide
      />
      <p className="text-muted">{t('desk_money.close_note')}</p>
    </ActionButton>
  )
}
