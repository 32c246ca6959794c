import { cardsCalls } from '@tradefront/contract/cards'
import type { SavedCard } from '@tradefront/contract/domain/cards'
import { hasCardExpired } from '@tradefront/rules/cards/find-card-problem'
import CreditCard from 'lucide-react/icons/credit-card'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ReactNode } from 'react'
import { Label } from 'react-aria-components/Label'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'

import { useCallMutation } from '../../../platform/api/use-call-mutation.ts'
import { serverNow } from '../../../platform/clock.ts'
import { confirmAction } from '../../../platform/dialogs.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { showError, showToast } from '../../../platform/toasts.ts'
import { CardMark } from '../../../ui/brand/marks/card-marks.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { toCardCallError } from '../../deposits/card-call-error.ts'
import { formatCard } from '../../deposits/deposit-status.ts'

export const newCardChoice = 'new'

export function isExpired({ month, year }: SavedCard): boolean {
  return hasCardExpired({ month: Number(month), year: Number(year) }, serverNow())
}

/** Choice of a saved card, or of a new one. */
export function SavedCardList(props: {
  readonly cards: readonly SavedCard[]
  /** The id of a card, or `newCardChoice`. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isLocked: boolean
}) {
  const t = useTranslate()
  const { cards, value, onChange, isLocked } = props
  const removal = useRemoveCard(() => onChange(''))
  return (
    <RadioGroup value={value} onChange={onChange} isDisabled={isLocked} className="flex flex-col gap-2">
      <Label className="sr-only">{t('cards.saved')}</Label>
      {cards.map((card) => (
        <CardChoice
          key={card.id}
          value={card.id}
          icon={<CardMark brand={card.brand} fallback={<CreditCard size={22} />} />}
          action={
            !isLocked && (
              <IconButton
                label={t('cards.remove_card', { card: formatCard(card) })}
                disabled={removal.isPending}
                onClick={() => removal.confirmAndRemove(card)}
              >
                <Trash2 size={18} aria-hidden />
              </IconButton>
            )
          }
        >
          <bdi dir="ltr" className="tabular font-medium">
            {formatCard(card)}
          </bdi>
          <span className="text-13 text-muted">
            {isExpired(card)
              ? t('cards.saved_until_past', { month: card.month, year: card.year })
              : t('cards.saved_until', { month: card.month, year: card.year })}
            {` · ${card.firstName} ${card.lastName}`}
          </span>
        </CardChoice>
      ))}
      <CardChoice value={newCardChoice} icon={<Plus size={22} />}>
        <span className="font-medium">{t('cards.new_card')}</span>
      </CardChoice>
    </RadioGroup>
  )
}

function CardChoice(props: {
  readonly value: string
  readonly icon: ReactNode
  readonly action?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className="relative">
      <Radio
        value={props.value}
        className={
          'target group flex min-h-14 cursor-pointer items-center gap-3 rounded-field border border-line py-2.5 ps-3 pe-14 transition-colors ' +
          'data-disabled:cursor-not-allowed data-disabled:opacity-50 data-focus-visible:outline-2 data-focus-visible:outline-offset-2 ' +
          'data-focus-visible:outline-accent-ink data-hovered:border-edge data-selected:border-accent data-selected:bg-accent-soft'
        }
      >
        <span
          aria-hidden
          className="flex size-[18px] shrink-0 items-center justify-center rounded-full border border-edge group-data-selected:border-accent"
        >
          <span className="size-2.5 scale-0 rounded-full bg-accent transition-transform group-data-selected:scale-100" />
        </span>
        <span aria-hidden className="text-muted group-data-selected:text-ink">
          {props.icon}
        </span>
        <span className="flex min-w-0 flex-col wrap-anywhere">{props.children}</span>
      </Radio>
      <div className="absolute inset-y-0 end-2 flex items-center">{props.action}</div>
    </div>
  )
}

function useRemoveCard(onRemoved: () => void) {
  const t = useTranslate()
  const { mutate, isPending } = useCallMutation(cardsCalls.saveCard, {
    invalidates: [cardsCalls.getCurrentDeposit],
    onError: (error) => showError(toCardCallError(error)),
    onSuccess: () => {
      onRemoved()
      showToast({ tone: 'success', text: t('cards.removed') })
    },
  })
  const confirmAndRemove = async (card: SavedCard): Promise<void> => {
    const isConfirmed = await confirmAction({
      title: t('cards.remove_title'),
      body: t('cards.remove_text', { card: formatCard(card) }),
      confirmLabel: t('cards.remove_yes'),
      cancelLabel: t('cards.remove_no'),
      isDanger: true,
    })
    if (isConfirmed) mutate({ body: { remove: 1, card: card.id } })
  }
  return { isPending, confirmAndRemove: (card: SavedCard) => void confirmAndRemove(card) }
}
