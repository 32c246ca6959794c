import { useByServerSecond, useServerSecond } from '../../../platform/countdown.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { cx } from '../../../ui/styles/cx.ts'
import { findStart, isMarketOpen, useMarket } from '../use-market.ts'
import { findCloseNote } from './ticket-rules.ts'
import type { Ticket } from './use-ticket.ts'

export function ExpirySelect(props: { readonly ticket: Ticket; readonly error: string | undefined }) {
  const t = useTranslate()
  const format = useFormat()
  const { symbol, expiry, buyable, setExpiry } = props.ticket
  const isOpen = useByServerSecond((nowMs) => isMarketOpen(symbol, nowMs))
  return (
    <div className="flex flex-col gap-1.5">
      <Select
        label={t('trading.expiry')}
        className="max-lg:[&>[slot=description]]:sr-only max-lg:[&>span:first-child]:sr-only"
        help={isOpen && <EndTime expiry={expiry} />}
        error={props.error}
        placeholder={t('trading.expiry_choose')}
        value={String(expiry)}
        options={buyable.map((seconds) => ({ id: String(seconds), label: format.duration(seconds) }))}
        onChange={(id) => {
          const chosen = buyable.find((seconds) => String(seconds) === id)
          if (chosen !== undefined) setExpiry(chosen)
        }}
      />
      <LastExpiry ticket={props.ticket} />
    </div>
  )
}

/**
 * Time at which a trade that is bought now ends.
 * @param expiry seconds
 */
function EndTime({ expiry }: { readonly expiry: number }) {
  const t = useTranslate()
  const format = useFormat()
  const endsAtMs = findStart(useMarket(), useServerSecond()) + expiry * 1000
  const time = expiry < 3600 ? format.timeWithSeconds(endsAtMs) : format.time(endsAtMs)
  return <span className="tabular">{t('trading.ends_at', { time })}</span>
}

/** Says when the market closes, if that is soon, and what can still be bought before it. */
function LastExpiry({ ticket: { symbol, buyable } }: { readonly ticket: Ticket }) {
  const t = useTranslate()
  const format = useFormat()
  const { expiries } = useMarket()
  const nowMs = useServerSecond()
  const { isOpen, changesAtMs } = symbol
  if (!isOpen || changesAtMs === null || buyable.length === expiries.length) return null
  const note = findCloseNote(buyable, nowMs, changesAtMs)
  const time = format.time(changesAtMs)
  return (
    // A phone shows it only if there is no expiry to choose.
    <p className={cx('text-13 text-muted tabular', buyable.length > 0 && 'max-lg:hidden')}>
      {note.key === 'trading.last_expiry'
        ? t(note.key, { time, expiry: format.duration(note.expiry) })
        : t(note.key, { time })}
    </p>
  )
}
