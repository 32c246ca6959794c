import type { SavedCard } from '@tradefront/contract/domain/cards'
import type { CardForm } from '@tradefront/rules/cards/card-form'
import { Suspense } from 'react'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { NewCardForm } from './new-card-form.tsx'
import { SavedCardForm } from './saved-card-form.tsx'

export function CardSection(props: {
  readonly saved: SavedCard | null
  /** The trader wants to use another card than the saved one. */
  readonly isNewCard: boolean
  readonly onNewCardChange: (isNewCard: boolean) => void
  readonly formId: string
  readonly isLocked: boolean
  readonly isCardLimited: boolean
  readonly onPay: (card: CardForm | null) => Promise<void>
}) {
  const t = useTranslate()
  const { saved, isNewCard, onNewCardChange, formId, isLocked, isCardLimited, onPay } = props
  const isReplacing = saved !== null && isNewCard
  const shownCard = isReplacing ? null : saved
  return (
    <section aria-labelledby="funding-card" className="flex flex-col gap-4 border-t border-line pt-6">
      <div className="flex min-h-6 items-baseline justify-between gap-4">
        <h2 id="funding-card" className="text-17 font-semibold">
          {t(shownCard === null ? 'cards.card' : 'cards.saved')}
        </h2>
        {isReplacing && !isLocked && (
          <Button tone="plain" size="sm" onPress={() => onNewCardChange(false)}>
            {t('cards.keep')}
          </Button>
        )}
      </div>
      {shownCard === null ? (
        <Suspense fallback={<Skeleton className="h-64" label={t('cards.loading')} />}>
          <NewCardForm
            key={isNewCard ? 'other' : 'first'}
            isFocused={isNewCard}
            formId={formId}
            isLocked={isLocked}
            isCardLimited={isCardLimited}
            onSubmit={async (card) => {
              await onPay(card)
              onNewCardChange(false)
            }}
          />
        </Suspense>
      ) : (
        <SavedCardForm
          saved={shownCard}
          formId={formId}
          isLocked={isLocked}
          onReplace={() => onNewCardChange(true)}
          onSubmit={() => void onPay(null)}
        />
      )}
    </section>
  )
}
