import type { TraderDetails } from '@tradefront/contract/desk-traders'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Card } from '../../ui/layout/card.tsx'
import { TraderLink } from './trader-link.tsx'

export function RelatedAccounts({ related }: Pick<TraderDetails, 'related'>) {
  const t = useTranslate()
  const format = useFormat()
  return (
    <Card as="section" labelledBy="related" className="flex flex-col gap-3">
      <h2 id="related" className="text-17 font-semibold">
        {t('traders.related')}
      </h2>
      <p className="text-13 text-muted">{t(related.length === 0 ? 'traders.no_related' : 'traders.related_text')}</p>
      <ul className="flex flex-col">
        {related.map((account) => (
          <li key={account.id} className="flex flex-col border-b border-line py-2.5 last:border-b-0 last:pb-0">
            <span className="flex items-baseline justify-between gap-4">
              <TraderLink {...account} />
              <span className="shrink-0 text-13 text-muted">{t('traders.account', { id: account.id })}</span>
            </span>
            <span className="text-13 text-muted">
              {format.list(account.marks.map((mark) => t(`traders.mark_${mark}`)))},{' '}
              {t('traders.since', { day: format.day(account.sinceMs) })}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
