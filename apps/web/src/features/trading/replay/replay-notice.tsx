import type { MarketSymbol } from '@tradefront/contract/trading'

import { serverNow } from '../../../platform/clock.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useHasPassed } from '../../../ui/hooks/use-has-passed.ts'
import { type ReplayPlayer, useReplay } from './replay-player.ts'
import { findOpening } from './replay-time.ts'

const slowMs = 300

/** Notice over the chart that says why no prices are played, and where there are some. */
export function ReplayNotice({ player, symbol }: { readonly player: ReplayPlayer; readonly symbol: MarketSymbol }) {
  const t = useTranslate()
  const format = useFormat()
  const phase = useReplay(player, (state) => state.phase)
  const refusal = useReplay(player, (state) => state.refusal)
  const opensAtMs = useReplay(player, (state) => findOpening(symbol, state.atMs))
  const isSlow = useHasPassed(slowMs, phase)
  const firstAtMs = refusal?.firstAtMs ?? null
  const goesToMs = phase === 'ready' ? opensAtMs : firstAtMs
  const text = getText()
  return (
    <div className="pointer-events-none absolute inset-x-0 top-8 z-10 flex flex-col items-center gap-2 px-4">
      <div role="status" className="contents">
        {text !== '' && (
          <p className="rounded-card border border-line bg-float px-3 py-1.5 text-center text-13 shadow-raised">
            {text}
          </p>
        )}
      </div>
      {goesToMs !== null && goesToMs < serverNow() && (
        <Button size="sm" className="pointer-events-auto" onPress={() => player.show({ atMs: goesToMs })}>
          {t('replay.go_there')}
        </Button>
      )}
    </div>
  )

  function getText(): string {
    switch (phase) {
      case 'loading':
        return isSlow ? t('replay.loading') : ''
      case 'failed':
        return t('replay.failed')
      case 'refused':
        return [refusal?.message, firstAtMs !== null && t('replay.first_price', { time: format.dateTime(firstAtMs) })]
          .filter(Boolean)
          .join(' ')
      case 'ended':
        return t('replay.ended')
      case 'ready':
        return opensAtMs === null ? '' : t('replay.closed', { symbol: symbol.label, time: format.dateTime(opensAtMs) })
    }
  }
}
