import type { SavedCard } from '@tradefront/contract/domain/cards'
import { type ReactNode, Suspense } from 'react'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { FundingStep } from '../../deposits/funding-step.tsx'
import type { PaymentCard } from '../use-pay-by-card.ts'
import { NewCardForm } from './new-card-form.tsx'
import { SavedCardForm } from './saved-card-form.tsx'
import { newCardChoice, SavedCardList } from './saved-card-list.tsx'
import { UsualCard } from './usual-card.tsx'

export function CardSection(props: {
  /** Notice above the form about what limits the payments by card. */
  readonly notice: ReactNode
  readonly savedCards: readonly SavedCard[]
  /** Null for a new card. */
  readonly selected: SavedCard | null
  /** Called with the id of a card, or `newCardChoice`. */
  readonly onSelect: (choice: string) => void
  /** Shows all ways to pay. If it is set, only the selected card is shown. */
  readonly onChangeMethod?: (() => void) | null
  /** A new number means that the trader wants an empty form: its first field then gets the focus. */
  readonly newFormCount: number
  readonly formId: string
  readonly isLocked: boolean
  readonly isCardLimited: boolean
  readonly onPay: (card: PaymentCard) => Promise<void>
}) {
  const t = useTranslate()
  const { savedCards, selected, onSelect, newFormCount, formId, isLocked, isCardLimited, onPay } = props
  const { onChangeMethod = null } = props
  return (
    <FundingStep id="funding-card" title={t('cards.card')} isHidden={isLocked}>
      {props.notice}
      {selected !== null && onChangeMethod !== null ? (
        <UsualCard card={selected} onChange={onChangeMethod} />
      ) : (
        savedCards.length > 0 && (
          <SavedCardList
            cards={savedCards}
            value={selected?.id ?? newCardChoice}
            onChange={onSelect}
            isLocked={isLocked}
          />
        )
      )}
      {selected === null ? (
        <Suspense fallback={<Skeleton className="h-64" label={t('shell.loading')} />}>
          <NewCardForm
            key={newFormCount}
            isFocused={newFormCount > 0}
            savedCount={savedCards.length}
            formId={formId}
            isLocked={isLocked}
            isCardLimited={isCardLimited}
            onSubmit={(form) => onPay({ kind: 'new', form })}
          />
        </Suspense>
      ) : (
        <SavedCardForm
          key={selected.id}
          saved={selected}
          formId={formId}
          isLocked={isLocked}
          onSubmit={(code) => void onPay({ kind: 'saved', card: selected, code })}
        />
      )}
    </FundingStep>
  )
}
