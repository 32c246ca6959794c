import LockOpen from 'lucide-react/icons/lock-open'

import { useFormat } from '../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import type { KindView } from './api.ts'
import { kindLabels } from './labels.ts'
import { useTradingPause } from './verification-note.tsx'

/**
 * Says what waits for the approval of a required document, and which other documents are needed for it.
 * @param others kinds that are required as well
 */
export function DocumentUnlocks({ others }: { readonly others: readonly KindView[] }) {
  const t = useTranslate()
  const format = useFormat()
  const lang = useLocaleTag()
  const trading = useTradingUnlock()
  const missing = others.filter(({ state }) => state !== 'approved')
  const names = missing.map(({ kind }) => t(kindLabels[kind]).toLocaleLowerCase(lang))
  const unlocked = [
    t('documents.unlock_withdraw'),
    ...(trading === null ? [] : [trading]),
    t('documents.unlock_prizes'),
  ]
  return (
    <div className="flex flex-col gap-1.5 pt-2 text-13">
      <p className="font-medium">{t('documents.unlocks')}</p>
      <ul className="flex flex-col gap-1">
        {unlocked.map((text) => (
          <li key={text} className="flex items-start gap-2 text-muted">
            <LockOpen size={14} className="mt-0.5 shrink-0" aria-hidden />
            {text}
          </li>
        ))}
      </ul>
      {names.length > 0 && <p className="text-muted">{t('documents.unlock_with', { list: format.list(names) })}</p>}
    </div>
  )
}

/** Returns what trading waits for. Null: trading on this site never pauses. */
function useTradingUnlock(): string | null {
  const t = useTranslate()
  const pause = useTradingPause()
  if (pause === null) return null
  if (pause.isPaused) return t('documents.unlock_paused')
  const { trades, amount } = pause
  return amount === null
    ? t('documents.unlock_trade', { count: trades })
    : t('documents.unlock_trade_above', { count: trades, amount })
}
