import { cardsCalls } from '@tradefront/contract/cards'
import { fromCardForm, type SavedCard } from '@tradefront/contract/domain/cards'
import type { CardForm } from '@tradefront/rules/cards/card-form'
import { cleanCardNumber } from '@tradefront/rules/cards/card-number'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { ApiError } from '../../platform/api/api-error.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { useTaskMutation } from '../../platform/api/use-call-mutation.ts'
import { useUser } from '../../platform/current-user.ts'
import { showAlert } from '../../platform/dialogs.ts'
import { explainMessage } from '../../platform/i18n/explanations.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { amountDraft } from '../deposits/amount/amount-draft.ts'
import type { AmountInputs } from '../deposits/amount/amount-form.ts'
import type { AmountForm } from '../deposits/amount/use-amount.ts'
import { throwCardCallError } from '../deposits/card-call-error.ts'
import { loadOverview, type OpenDepositReply, overviewKey } from '../deposits/api.ts'
import { cardInMemory } from './payment/card-in-memory.ts'
import { cardPayment, usePayment } from './payment/card-payment.ts'

/** The card that pays. `code` is empty for a Maestro card without one. */
export type PaymentCard =
  | { readonly kind: 'new'; readonly form: CardForm }
  | { readonly kind: 'saved'; readonly card: SavedCard; readonly code: string }

/** The payment of an amount by a card. Its problem is gone when the amount changes. */
export function usePayByCard({ inputs, amount: { request }, confirmCode }: AmountForm, isCardLimited: boolean) {
  const { currency } = useUser()
  const [problem, setProblemOf] = useState<{ readonly text: string; readonly inputs: AmountInputs } | null>(null)
  const setProblem = (text: string): void => setProblemOf({ text, inputs })
  const dayLimit = useDayLimitDialog()
  const showRejection = useShowRejection(setProblem, dayLimit.open)

  /** Saves a card, and returns its id. */
  const saveNewCard = async (card: CardForm): Promise<string | null> => {
    const body = fromCardForm(card, { currency, isCardLimited })
    const saved = await performCall(cardsCalls.saveCard, { body }).catch(throwCardCallError)
    const { month, year, code, holder } = card
    cardInMemory.set({ number: cleanCardNumber(card.number), month, year, code, holder })
    return saved.card?.id ?? null
  }
  // The code is asked for each payment, and only processors with a form in the page get it (`processors/zoom-tokenizer.ts`).
  const chooseSavedCard = (card: SavedCard, code: string): string => {
    cardInMemory.setSavedCard(card, code)
    return card.id
  }
  const { mutateAsync, isPending } = useTaskMutation(
    async (card: PaymentCard) => {
      if (request === null) return
      setProblemOf(null)
      amountDraft.save(inputs)
      try {
        await confirmCode()
      } catch (error) {
        return setProblem(toErrorText(error))
      }
      const id = card.kind === 'new' ? await saveNewCard(card.form) : chooseSavedCard(card.card, card.code)
      try {
        const reply = await cardPayment.startCardPayment(request, id)
        if (reply?.deposit === null) await showRejection(reply)
      } catch (error) {
        // The screen then shows the payment that is already running.
        if (error instanceof ApiError && error.code === 'deposits.in_progress') {
          cardPayment.resumePayment(await loadOverview(), null)
        }
        setProblem(toErrorText(error))
      }
    },
    // The card form shows the error.
    { onError: () => undefined },
  )
  return { pay: mutateAsync, isPending, problem: problem?.inputs === inputs ? problem.text : null, dayLimit }
}

function useShowRejection(setProblem: (text: string) => void, openDayLimit: () => void) {
  const t = useTranslate()
  const queryClient = useQueryClient()
  return async ({ error, message }: OpenDepositReply): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: overviewKey })
    if (error === 'cards.day_limit') return openDayLimit()
    if (error !== 'cards.no_processors') return setProblem(explainMessage(error, message ?? t('auth.server_error')))
    await showAlert({
      title: t('cards.attention'),
      body: explainMessage(error, message ?? t('cards.no_processors')),
      confirmLabel: t('deposits.understood'),
    })
  }
}

/** Shows the dialog of the day limit, which the pre-check can also find while the payment is running. */
function useDayLimitDialog() {
  const [isOpen, setOpen] = useState(false)
  const [dismissedId, setDismissedId] = useState<string | null>(null)
  const { kind, deposit } = usePayment()
  const limitedId = kind === 'ended' && deposit?.reason === 'cards.day_limit' ? deposit.id : null
  return {
    isOpen: isOpen || (limitedId !== null && limitedId !== dismissedId),
    open: () => setOpen(true),
    close: () => {
      setOpen(false)
      setDismissedId(limitedId)
    },
  }
}
