import { groupPrizes, type TournamentType } from '@tradefront/rules/tournaments/prizes'

import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { formatPrize } from './format.ts'

/** All prizes by place (spec: account 9). */
export function PrizeList({ type }: { readonly type: TournamentType }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  return (
    <section aria-labelledby="prizes" className="flex flex-col gap-3">
      <h2 id="prizes" className="text-17 font-semibold">
        {t('tournaments.prizes')}
      </h2>
      <dl className="flex flex-col">
        {groupPrizes(type).map(({ from, to, prize }) => (
          <div
            key={from}
            className="flex items-baseline justify-between gap-4 border-b border-line py-2 last:border-b-0"
          >
            <dt className="text-muted tabular">{from === to ? from : t('tournaments.prize_range', { from, to })}</dt>
            <dd className="font-medium">{formatPrize(prize, t, lang)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-13 text-muted">{t('tournaments.prizes_note')}</p>
    </section>
  )
}
