import { type CalendarDate, getLocalTimeZone, parseAbsolute, toCalendarDate } from '@internationalized/date'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ChargebackDetails, ChargebackRow } from '@tradefront/contract/desk-money'
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
import { ActionButton } from '../action-button.tsx'
import { CaseOwner } from '../queue/case-owner.tsx'
import { TraderLink } from '../traders/trader-link.tsx'
import { chargebacksQuery } from './api.ts'
import { ChargebackFiles } from './chargeback-files.tsx'

/** The cases of one deposit, mostly one: what is known for the bank, and how it ended. */
export function ChargebackPanel({ deposit }: { readonly deposit: string }) {
  const t = useTranslate()
  return (
    <QueryView
      query={useQuery(chargebacksQuery(deposit))}
      name={t('desk_money.chargeback')}
      skeleton={<Skeleton className="h-64" />}
      isEmpty={(rows) => rows.length === 0}
      empty={<EmptyState title={t('errors.not_found')} />}
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
  )
}

function Case({ row }: { readonly row: ChargebackDetails }) {
  const t = useTranslate()
  const format = useFormat()
  const { deposit, attempt, charge, trader, amount, currency } = row
  const named = { deposit, attempt, charge }
  const facts = { amount: format.money(fromMinor(amount, currency), currency), name: trader.name || trader.email }
  return (
    <Card className="flex flex-col gap-4">
      <CaseOwner kinds={['chargeback']} id={deposit} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-28 font-semibold tabular">{facts.amount}</h2>
        <ChargebackTime row={row} />
      </div>
      <p className="flex flex-wrap gap-x-4 text-muted">
        <TraderLink {...trader} />
        <span>
          {row.processor} ·{' '}
          <Link to="/deposits/$id" params={{ id: deposit }} className="text-accent-ink hover:underline">
            {t('desk_money.to_deposit', { number: row.number.toUpperCase() })}
          </Link>
        </span>
      </p>
      <section aria-labelledby={`evidence-${attempt}`} className="flex flex-col gap-2">
        <h3 id={`evidence-${attempt}`} className="font-semibold">
          {t('desk_money.evidence')}
        </h3>
        <p className={row.evidence === null ? 'text-muted' : 'whitespace-pre-wrap wrap-anywhere'}>
          {row.evidence ?? t('desk_money.no_evidence')}
        </p>
        <ChargebackFiles row={row} />
      </section>
      <div className="flex flex-wrap gap-3 empty:hidden">
        <Note row={row} title={t('desk_money.note_title', facts)} />
        <Close title={t('desk_money.close_title', facts)} named={named} isOffered={row.state === 'open'} />
      </div>
    </Card>
  )
}

/** When the bank must have its answer, or when the case was closed. */
export function ChargebackTime({ row: { state, dueAtMs, closedAtMs } }: { readonly row: ChargebackRow }) {
  const t = useTranslate()
  const format = useFormat()
  if (closedAtMs !== null)
    return (
      <span className="text-13 text-muted">
        {t(`desk_money.case_${state}`)} · {t('desk_money.closed', { day: format.day(closedAtMs) })}
      </span>
    )
  return dueAtMs < serverNow() ? (
    <span className="text-13 font-medium text-down">{t('desk_money.overdue', { day: format.day(dueAtMs) })}</span>
  ) : (
    <span className="text-13 text-muted">{t('desk_money.due', { when: format.day(dueAtMs) })}</span>
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
  // The whole day counts.
  const dueAtMs = day.add({ days: 1 }).toDate(zone).getTime() - 1
  return (
    <ActionButton
      action="chargeback.note"
      shortcut="n"
      isOffered={row.state === 'open'}
      title={title}
      input={{ deposit, attempt, charge, evidence: evidence.trim(), dueAtMs }}
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

function Close(props: { readonly title: string; readonly named: Named; readonly isOffered: boolean }) {
  const { title, named, isOffered } = props
  const t = useTranslate()
  const [result, setResult] = useState<'won' | 'lost'>('won')
  return (
    <ActionButton
      action="chargeback.close"
      shortcut="a"
      title={title}
      input={{ ...named, result }}
      isOffered={isOffered}
    >
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
