import { Link } from '@tanstack/react-router'
import type { StatementDay, StatementException } from '@tradefront/contract/desk-reconcile'
import { maxExplanationChars } from '@tradefront/contract/operator-actions'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { useState } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { ActionButton } from '../action-button.tsx'

/** Differences between both sides, open ones first. */
export function ExceptionList({ day }: { readonly day: StatementDay }) {
  const t = useTranslate()
  return (
    <section aria-labelledby="differences" className="flex flex-col gap-3">
      <h2 id="differences" className="text-17 font-semibold">
        {t('desk_reconcile.differences')}
      </h2>
      {day.exceptions.length === 0 && (
        <p className="rounded-card border border-dashed border-line p-6 text-center text-muted">
          {t('desk_reconcile.no_differences')}
        </p>
      )}
      <ul className="flex flex-col gap-3">
        {day.exceptions.map((exception) => (
          <li key={exception.id}>
            <Exception day={day} exception={exception} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Exception({ day, exception }: { readonly day: StatementDay; readonly exception: StatementException }) {
  const t = useTranslate()
  const format = useFormat()
  const { id, difference, currency, deposit, explanation, foundAtMs, goneAtMs } = exception
  const [words, setWords] = useState(explanation ?? '')
  const amount = format.money(fromMinor(difference, currency), currency, { isSigned: true })
  const isOpen = goneAtMs === null && explanation === null
  // Amounts are in minor units.
  const write = (side: string) =>
    exception.kind === 'other_amount' && /^\d+$/.test(side)
      ? format.money(fromMinor(Number(side), currency), currency)
      : side
  return (
    <Card className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">
          {exception.processor} · {t(`desk_reconcile.${exception.what}`)}
          <span className={cx('ms-2', isOpen ? 'text-down' : 'text-muted')}>
            {t(`desk_reconcile.${exception.kind}`)}
          </span>
        </span>
        <span className={cx('text-17 font-semibold tabular', !isOpen && 'text-muted')}>{amount}</span>
      </div>
      <p className="text-13 wrap-anywhere text-muted">
        {deposit === null ? (
          exception.reference
        ) : (
          <Link to="/deposits/$id" params={{ id: deposit }} className="text-accent-ink hover:underline">
            {exception.reference}
          </Link>
        )}
      </p>
      <p className="text-13 text-muted">
        {t('desk_reconcile.there')}: {write(exception.there)} · {t('desk_reconcile.here')}: {write(exception.here)}
      </p>
      {explanation !== null && <p className="whitespace-pre-wrap wrap-anywhere">{explanation}</p>}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-13 text-muted">
          {goneAtMs === null
            ? t('desk_reconcile.found', { ago: format.ago(foundAtMs, serverNow()) })
            : t('desk_reconcile.gone', { ago: format.ago(goneAtMs, serverNow()) })}
        </p>
        <ActionButton
          action="exception.explain"
          size="sm"
          title={t('desk_reconcile.explain_title', { amount })}
          input={{ day: day.day, exception: id, words: words.trim().slice(0, maxExplanationChars) }}
          isOffered={goneAtMs === null && day.closedAtMs === null}
        >
          <TextArea
            label={t('desk_reconcile.explanation')}
            help={t('desk_reconcile.explanation_help')}
            name="words"
            rows={4}
            value={words}
            onChange={setWords}
            onBlur={() => undefined}
            inputRef={null}
          />
        </ActionButton>
      </div>
    </Card>
  )
}
