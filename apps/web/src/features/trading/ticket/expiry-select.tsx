import { useLocaleTag, useTranslate } from '../../../platform/i18n/i18n.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { formatDuration, formatTime } from '../format.ts'
import { useMarket } from '../use-market.ts'
import { useServerSecond } from '../use-server-second.ts'
import type { Ticket } from './use-ticket.ts'

export function ExpirySelect(props: { readonly ticket: Ticket; readonly error: string | undefined }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { expiries } = useMarket()
  const { expiry, setExpiry } = props.ticket
  return (
    <Select
      label={t('trading.expiry')}
      help={<EndTime expiry={expiry} />}
      error={props.error}
      value={String(expiry)}
      options={expiries.map((seconds) => ({ id: String(seconds), label: formatDuration(seconds, lang) }))}
      onChange={(id) => {
        const chosen = expiries.find((seconds) => String(seconds) === id)
        if (chosen !== undefined) setExpiry(chosen)
      }}
    />
  )
}

/** When a trade that is bought now ends. @param expiry seconds */
function EndTime({ expiry }: { readonly expiry: number }) {
  const t = useTranslate()
  const endsAtMs = useServerSecond() + expiry * 1000
  return (
    <span className="tabular">
      {t('trading.ends_at', { time: formatTime(endsAtMs, useLocaleTag(), expiry < 3600) })}
    </span>
  )
}
