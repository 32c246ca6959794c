import type { Leaderboard } from '@tradefront/contract/domain/tournaments'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'
import { groupPrizes } from '@tradefront/rules/tournaments/prizes'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { formatPrize } from './format-prize.ts'

/** All prizes by place (spec: account 9) with the present fund, and what they depend on. */
export function PrizeList({ leaderboard }: { readonly leaderboard: Leaderboard }) {
  const t = useTranslate()
  const format = useFormat()
  const { prizes, fund, terms } = leaderboard
  const money = (amount: number) => format.money(amount, baseCurrency, { isWhole: true })
  return (
    <section aria-labelledby="prizes" className="flex flex-col gap-3">
      <h2 id="prizes" className="text-17 font-semibold">
        {t('tournaments.prizes')}
      </h2>
      <dl className="flex flex-col empty:hidden">
        {groupPrizes(prizes).map(({ from, to, prize }) => (
          <div
            key={from}
            className="flex items-baseline justify-between gap-4 border-b border-line py-2 last:border-b-0"
          >
            <dt className="text-muted tabular">{from === to ? from : t('tournaments.prize_range', { from, to })}</dt>
            <dd className="font-medium">{formatPrize(prize, t, format)}</dd>
          </div>
        ))}
      </dl>
      {fund === null ? (
        <p className="text-13 text-muted">{t('tournaments.fund_full')}</p>
      ) : (
        <p className="text-13 text-muted">
          {t('tournaments.fund_note', {
            full: money(fund.full),
            missing: money(Math.max(0, fund.full - fund.present)),
            percent: (terms.maxPrizePercent ?? 0) / 100,
          })}
        </p>
      )}
      <p className="text-13 text-muted">
        {t('tournaments.prizes_note', { stakes: money(terms.stakesMin), days: terms.verifyDays })}
      </p>
    </section>
  )
}
