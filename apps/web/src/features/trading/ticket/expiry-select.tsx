import { useLocaleTag, useTranslate } from '../../../platform/i18n/i18n.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { formatDuration } from '../format.ts'
import { useMarket } from '../use-market.ts'
import type { Ticket } from './use-ticket.ts'

export function ExpirySelect(props: {
  readonly ticket: Ticket
  readonly help: string
  readonly error: string | undefined
}) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { expiries } = useMarket()
  const { expiry, setExpiry } = props.ticket
  return (
    <Select
      label={t('trading.expiry')}
      help={<span className="tabular">{props.help}</span>}
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
