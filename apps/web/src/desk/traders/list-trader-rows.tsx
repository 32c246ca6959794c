import type { Format } from '../../platform/i18n/format.ts'
import type { Translate } from '../../platform/i18n/i18n.ts'
import { TraderLink } from './trader-link.tsx'

type Trader = { readonly id: number; readonly name: string; readonly email: string; readonly country: string }

/** Lists facts about the trader of a case, for a description list. */
export function listTraderRows(t: Translate, format: Format, trader: Trader) {
  return [
    { id: 'name', name: t('desk.name'), value: <TraderLink {...trader} /> },
    { id: 'email', name: t('desk.email'), value: <span className="wrap-anywhere">{trader.email}</span> },
    { id: 'country', name: t('desk.country'), value: format.region(trader.country) ?? trader.country },
  ]
}
