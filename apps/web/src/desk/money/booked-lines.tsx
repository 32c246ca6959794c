import type { EntryLine } from '@tradefront/contract/desk-money'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { EntryLines } from './entry-lines.tsx'

/**
 * Lines that an action writes into the ledger, before it is ordered.
 * @param lead replaces "as of now"
 */
export function BookedLines({ lines, lead }: { readonly lines: readonly EntryLine[]; readonly lead?: string }) {
  const t = useTranslate()
  return (
    <div className="flex flex-col gap-1 rounded-field bg-raised px-4 py-3">
      <p className="text-13 text-muted">{lead ?? t('desk_money.what_it_books')}</p>
      <EntryLines lines={lines} />
    </div>
  )
}
