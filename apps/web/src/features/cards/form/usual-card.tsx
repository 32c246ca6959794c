import type { SavedCard } from '@tradefront/contract/domain/cards'
import type { Overview } from '@tradefront/contract/domain/deposits'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { CardMark } from '../../../ui/brand/marks/card-marks.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { formatCard } from '../../deposits/deposit-status.ts'
import { isExpired } from './saved-card-list.tsx'

/** Returns true if the last deposit was paid with the saved card that is offered first, and it can pay again. */
export function hasUsualCard({ savedCards: [card], recent }: Overview): boolean {
  const last = recent.find(({ state }) => state === 'succeeded')?.card ?? null
  if (card === undefined || last === null || card.limitedUntilMs !== null || isExpired(card)) return false
  return card.brand === last.brand && card.last4 === last.last4
}

/** The usual card, in place of the list of saved cards and of all ways to pay. */
export function UsualCard({ card, onChange }: { readonly card: SavedCard; readonly onChange: () => void }) {
  const t = useTranslate()
  return (
    <div className="flex min-h-14 items-center gap-3 rounded-field border border-accent bg-accent-soft py-2 ps-3 pe-1">
      <CardMark brand={card.brand} />
      <span className="flex min-w-0 flex-1 flex-col">
        <bdi dir="ltr" className="tabular font-medium">
          {formatCard(card)}
        </bdi>
        <span className="text-13 text-muted">{`${t('deposits.cost_none')} · ${t('deposits.short_minute')}`}</span>
      </span>
      <Button tone="plain" size="narrow" onPress={onChange}>
        {t('cards.change_method')}
        <span className="sr-only">: {t('deposits.methods')}</span>
      </Button>
    </div>
  )
}
