import type { DeskDeposit } from '@tradefront/contract/desk-money'
import { isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'

import { serverNow } from '../../platform/clock.ts'
import { type Format, useFormat } from '../../platform/i18n/format.ts'
import { isLoadedText, type Translate, useTranslate } from '../../platform/i18n/i18n.ts'
import { cx } from '../../ui/styles/cx.ts'

const leastWidth = 2

/** Attempts as bars on one time axis, from the opening of the deposit to its last step, and the steps of each. */
export function AttemptList({ deposit }: { readonly deposit: DeskDeposit }) {
  const t = useTranslate()
  const format = useFormat()
  const { attempts, createdAtMs } = deposit
  if (attempts.length === 0) return <p className="text-muted">{t('desk_money.no_attempts')}</p>
  const ends = attempts.map(({ state, lastAtMs }) => (isActiveState(state) ? serverNow() : lastAtMs))
  const endMs = Math.max(createdAtMs + 1000, ...ends)
  const place = (atMs: number) => Math.min(100, Math.max(0, ((atMs - createdAtMs) / (endMs - createdAtMs)) * 100))
  return (
    <ul className="flex flex-col gap-4">
      {attempts.map((attempt, index) => {
        const from = Math.min(place(attempt.startedAtMs), 100 - leastWidth)
        const width = Math.max(leastWidth, place(ends[index] ?? endMs) - from)
        return (
          <li key={attempt.reference} className="flex flex-col gap-1.5">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="font-medium">{attempt.processor}</span>
              <span className={isActiveState(attempt.state) ? 'text-warn' : 'text-muted'}>
                {t(`desk_money.attempt_${attempt.state}`)}
              </span>
            </p>
            <div className="h-2 overflow-hidden rounded-full bg-raised" aria-hidden>
              <div
                className={cx(
                  'h-full rounded-full',
                  attempt.state === 'succeeded' ? 'bg-up' : isActiveState(attempt.state) ? 'bg-warn' : 'bg-edge',
                )}
                style={{ marginInlineStart: `${from}%`, width: `${width}%` }}
              />
            </div>
            <ol className="flex flex-col text-13 text-muted">
              <li>
                {format.dateTimeWithSeconds(attempt.startedAtMs)} · {t('desk_money.attempt_sent')}
              </li>
              {attempt.steps.map(({ key, atMs, source, before, after }) => (
                <li key={key}>
                  {formatPassed(format, attempt.startedAtMs, atMs)} ·{' '}
                  {before === after ? '' : `${translateState(t, before)} → `}
                  {translateState(t, after)} ({translateSource(t, source)})
                </li>
              ))}
              <li className="wrap-anywhere">
                {t('desk_money.reference')}: {attempt.processorReference ?? attempt.reference}
                {attempt.error !== null && ` · ${attempt.error}`}
              </li>
            </ol>
          </li>
        )
      })}
    </ul>
  )
}

const minuteSeconds = 60

/** Writes `+1:30` within the hour, then the time itself. */
function formatPassed(format: Format, fromMs: number, atMs: number): string {
  const seconds = Math.round((atMs - fromMs) / 1000)
  if (seconds < 0 || seconds >= minuteSeconds ** 2) return format.dateTimeWithSeconds(atMs)
  return `+${Math.floor(seconds / minuteSeconds)}:${String(seconds % minuteSeconds).padStart(2, '0')}`
}

function translateState(t: Translate, state: string): string {
  const key = `desk_money.attempt_${state}`
  return isLoadedText(key) ? t(key) : state
}

function translateSource(t: Translate, source: string): string {
  const key = `desk_money.source_${source}`
  return isLoadedText(key) ? t(key) : source
}
