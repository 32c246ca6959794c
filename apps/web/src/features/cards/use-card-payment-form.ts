import { cardsCalls } from '@tradefront/contract/cards'
import { fromCardForm, type SavedCard } from '@tradefront/contract/domain/cards'
import type { CardForm } from '@tradefront/rules/cards/card-form'
import { cleanCardNumber } from '@tradefront/rules/cards/card-number'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { ApiError } from '../../platform/api/api-error.ts'
import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { useTaskMutation } from '../../platform/api/use-call-mutation.ts'
import { useUser } from '../../platform/current-user.ts'
import { showAlert } from '../../platform/dialogs.ts'
import { explainMessage } from '../../platform/i18n/explanations.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { amountDraft } from '../deposits/amount/amount-draft.ts'
import {
  type AmountInputs,
  type AmountResult,
  type AmountTerms,
  calculateAmount,
  getAmountTerms,
} from '../deposits/amount/amount-form.ts'
import { confirmStoredCode, useStoredCode } from '../deposits/bonuses.ts'
import { performCardCall } from '../deposits/card-call-error.ts'
import { loadOverview, type OpenDepositReply, overviewKey } from '../deposits/api.ts'
import type { PaymentCard } from './form/card-section.tsx'
import { cardInMemory } from './payment/card-in-memory.ts'
import { cardPayment, usePayment } from './payment/card-payment.ts'

/** The amount that a card is charged, and the payment of it. */
export function useCardPaymentForm({ isCardLimited }: { readonly isCardLimited: boolean }) {
  const user = useUser()
  const { settings } = getBootstrap()
  const terms = getAmountTerms('card', user, settings, useStoredCode())
  const [inputs, setInputs] = useAmountInputs(terms)
  const amount = calculateAmount(inputs, terms)
  const payment = usePayByCard(inputs, amount, isCardLimited)
  const changeInputs = (changes: Partial<AmountInputs>): void => {
    payment.clearProblem()
    const changed = { ...inputs, ...changes }
    setInputs((before) => ({ ...before, ...changes }))
    // For the other methods.
    amountDraft.save(changed)
  }
  return { terms, inputs, amount, changeInputs, payment }
}

/** Starts with the amount of an unfinished or failed payment, e.g. after a return from a bank's page. */
function useAmountInputs(terms: AmountTerms) {
  const { deposit } = usePayment()
  const [inputs, setInputs] = useState<AmountInputs>(() => amountDraft.loadOrDefault(terms))
  const [shownId, setShownId] = useState<string | null>(null)
  if (deposit !== null && deposit.id !== shownId && deposit.state !== 'succeeded') {
    setShownId(deposit.id)
    const bonusChoice = deposit.bonus === 1 ? 'bonus' : deposit.fixed === 1 ? 'fixed' : 'promo'
    setInputs({ amount: deposit.amount, bonusChoice })
  }
  return [inputs, setInputs] as const
}

function usePayByCard(inputs: AmountInputs, { request, promoCode }: AmountResult, isCardLimited: boolean) {
  const { currency } = useUser()
  const queryClient = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const dayLimit = useDayLimitDialog()
  const showRejection = useShowRejection(setProblem, dayLimit.open)

  /** Returns the card's id. */
  const saveNewCard = async (card: CardForm): Promise<string | null> => {
    const body = fromCardForm(card, { currency, isCardLimited })
    const saved = await performCardCall(() => performCall(cardsCalls.saveCard, { body }))
    const { month, year, code, holder } = card
    cardInMemory.set({ number: cleanCardNumber(card.number), month, year, code, holder })
    return saved.card?.id ?? null
  }
  const chooseSavedCard = (card: SavedCard, code: string): string => {
    cardInMemory.setSavedCard(card, code)
    return card.id
  }
  const { mutateAsync, isPending } = useTaskMutation(
    async (card: PaymentCard) => {
      if (request === null) return
      setProblem(null)
      amountDraft.save(inputs)
      try {
        if (promoCode !== null) await confirmStoredCode(queryClient, promoCode)
      } catch (error) {
        return setProblem(toErrorText(error))
      }
      const id = card.kind === 'new' ? await saveNewCard(card.form) : chooseSavedCard(card.card, card.code)
      try {
        const reply = await cardPayment.startCardPayment(request, id)
        if (reply?.deposit === null) await showRejection(reply)
      } catch (error) {
        // Show the payment that is already running.
        if (error instanceof ApiError && error.code === 'deposits.in_progress') {
          cardPayment.resumePayment(await loadOverview(), null)
        }
        setProblem(toErrorText(error))
      }
    },
    // The card form shows the error.
    { onError: () => undefined },
  )
  return { pay: mutateAsync, isPending, problem, clearProblem: () => setProblem(null), dayLimit }
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

/** The pre-check can also find the day limit while the payment is running. */
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
