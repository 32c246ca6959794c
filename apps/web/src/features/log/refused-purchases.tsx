import { useQuery } from '@tanstack/react-query'
import { type RefusalCount, tradingCalls } from '@tradefront/contract/trading'
import type { TextKey } from '@tradefront/texts/keys'

import { callQuery } from '../../platform/api/call-query.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** Texts of the reasons that a house could make up, and of the most frequent ones. Others are shown by their codes. */
const reasons: Readonly<Partial<Record<string, TextKey>>> = {
  'trading.market_frozen': 'log.reason_frozen',
  'trading.refused_frozen': 'log.reason_late',
  'trading.refused_payout': 'log.reason_payout',
  'trading.refused_strike': 'log.reason_strike',
  'trading.payout_changed': 'log.reason_payout',
  'trading.price_moved': 'log.reason_moved',
  'trading.no_price': 'log.reason_no_price',
  'trading.house_limit': 'log.reason_house_limit',
  'trading.clock_wrong': 'log.reason_clock',
  'trading.no_money': 'log.reason_money',
  'trading.blocked': 'log.reason_blocked',
}

/** Shows how many purchases were refused, and how they would have ended, so that a house that refuses winning purchases is noticed. */
export function RefusedPurchases() {
  const t = useTranslate()
  const query = useQuery(callQuery(tradingCalls.listRefusals, {}))
  return (
    <section aria-labelledby="refusals" className="flex flex-col gap-3">
      <h2 id="refusals" className="text-21 font-semibold">
        {t('log.refusals')}
      </h2>
      <p className="max-w-prose text-muted">{t('log.refusals_text')}</p>
      <QueryView query={query} name={t('log.refusals')} skeleton={<Skeleton className="h-24 w-full" />}>
        {({ days, refusals }) =>
          refusals.length === 0 ? <p>{t('log.refusals_none', { days })}</p> : <RefusalTable refusals={refusals} />
        }
      </QueryView>
    </section>
  )
}

function RefusalTable({ refusals }: { readonly refusals: readonly RefusalCount[] }) {
  const t = useTranslate()
  const format = useFormat()
  const columns = ['log.refusals_count', 'log.refusals_won', 'log.refusals_lost'] as const
  return (
    <table className="w-full tabular">
      <thead>
        <tr className="border-b border-line text-13 text-muted">
          <th scope="col" className="py-2 text-start font-medium">
            {t('log.refusals_reason')}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className="py-2 ps-3 text-end font-medium">
              {t(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {refusals.map(({ code, count, won, lost }) => (
          <tr key={code} className="border-b border-line">
            <th scope="row" className="py-2 text-start font-normal">
              <Reason code={code} />
            </th>
            {[count, won, lost].map((number, index) => (
              <td key={columns[index]} className="py-2 ps-3 text-end">
                {format.number(number)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Reason({ code }: { readonly code: string }) {
  const t = useTranslate()
  const key = reasons[code]
  return key === undefined ? <code className="text-13 break-all">{code}</code> : t(key)
}
