import type { SavedCard } from '@tradefront/contract/domain/cards'
import type { Deposit, Overview } from '@tradefront/contract/domain/deposits'
import { cleanCardNumber, detectCardKind } from '@tradefront/rules/cards/card-number'
import { useState } from 'react'

import { useUser } from '../../platform/current-user.ts'
import { SummaryPanel } from '../deposits/amount/summary-panel.tsx'
import type { AmountForm } from '../deposits/amount/use-amount.ts'
import { FundingAside } from '../deposits/funding-step.tsx'
import { RunningPayment } from '../deposits/running-payment.tsx'
import { CardSection } from './form/card-section.tsx'
import { newCardChoice } from './form/saved-card-list.tsx'
import { hasReachedDayLimit } from './day-limit.ts'
import { type BitcoinChoice, CardLimitNotice, DayLimitDialog } from './limit-notices.tsx'
import { cardPayment, usePayment } from './payment/card-payment.ts'
import { InterruptedPayment, PaymentProgress } from './payment/payment-progress.tsx'
import { PaymentResult } from './payment/payment-result.tsx'
import { ProcessorDialogs } from './processors/processor-dialogs.tsx'
import { type PaymentCard, usePayByCard } from './use-pay-by-card.ts'

const formId = 'card-payment'

/** Form of the card, and summary; then the progress and the result of the payment. */
export function CardTab(props: {
  readonly overview: Overview
  readonly amountForm: AmountForm
  /** Last part of `/show/funding/{add}`: a processor that sent the browser back. */
  readonly returnedFrom: string | null
  /** Shows all ways to pay. If it is set, the form has only the card that paid last, and its code. */
  readonly onChangeMethod?: (() => void) | null
  /** Null if bitcoin is not offered. */
  readonly onBitcoin?: BitcoinChoice | null
}) {
  const { overview, amountForm, returnedFrom, onChangeMethod = null, onBitcoin = null } = props
  const { currency } = useUser()
  const state = usePayment()
  const { savedCards } = overview
  const [choice, setChoice] = useState('')
  const [newFormCount, setNewFormCount] = useState(0)
  const selected =
    choice === newCardChoice ? null : (savedCards.find(({ id }) => id === choice) ?? savedCards[0] ?? null)
  const limitedUntilMs = findLimitEnd(overview, selected, choice)
  const isCardLimited = limitedUntilMs !== null
  const [typedCard, setTypedCard] = useState<Deposit['card']>(null)
  const payment = usePayByCard(amountForm, isCardLimited)
  const chooseOtherCard = (): void => {
    cardPayment.dismiss()
    setChoice(newCardChoice)
    setNewFormCount((count) => count + 1)
  }
  const payByCard = (card: PaymentCard): Promise<void> => {
    setTypedCard(card.kind === 'new' ? describeTypedCard(card.form.number) : null)
    return payment.pay(card)
  }
  const sameCard = state.deposit === null ? null : findSameCard(state.deposit, savedCards, selected, typedCard)
  const chooseSameCard = (): void => {
    cardPayment.dismiss()
    if (sameCard !== null && sameCard !== newCardChoice) setChoice(sameCard)
  }
  const onSameCard = sameCard === null ? null : chooseSameCard

  const hasSucceeded = state.kind === 'ended' && state.deposit?.state === 'succeeded'
  // The next payment proposes the card that has just paid, if it was saved.
  if (hasSucceeded && choice !== '') setChoice('')

  if (hasSucceeded && state.deposit !== null)
    return <PaymentResult deposit={state.deposit} onOtherCard={chooseOtherCard} onSameCard={onSameCard} />
  const isIdle = state.kind === 'idle'
  return (
    <>
      {/* Typed values stay for another try, but no card number is on the screen while a payment runs or after it. */}
      <CardSection
        notice={
          isIdle && (
            <CardLimitNotice overview={overview} limitedUntilMs={limitedUntilMs} onOtherCard={chooseOtherCard} />
          )
        }
        savedCards={savedCards}
        selected={selected}
        onSelect={setChoice}
        onChangeMethod={onChangeMethod}
        newFormCount={newFormCount}
        formId={formId}
        isLocked={!isIdle}
        isCardLimited={isCardLimited}
        onPay={payByCard}
      />
      {isIdle ? (
        <FundingAside>
          <SummaryPanel
            terms={amountForm.terms}
            amount={amountForm.amount}
            formId={formId}
            isClosed={isCardLimited || hasReachedDayLimit(overview)}
            isBusy={payment.isPending}
            problem={payment.problem}
          />
        </FundingAside>
      ) : state.kind === 'ended' ? (
        state.deposit !== null && (
          <PaymentResult deposit={state.deposit} onOtherCard={chooseOtherCard} onSameCard={onSameCard} />
        )
      ) : (
        <RunningPayment
          amountForm={amountForm}
          instrument={{ card: state.deposit?.card ?? selected ?? typedCard, invoice: null }}
        >
          {state.kind === 'interrupted' ? (
            <InterruptedPayment state={state} currency={currency} />
          ) : (
            <PaymentProgress state={state} currency={currency} />
          )}
        </RunningPayment>
      )}
      <ProcessorDialogs state={state} returnedFrom={returnedFrom} />
      {payment.dayLimit.isOpen && <DayLimitDialog onClose={payment.dayLimit.close} onBitcoin={onBitcoin} />}
    </>
  )
}

function describeTypedCard(typed: string): Deposit['card'] {
  const number = cleanCardNumber(typed)
  return { brand: detectCardKind(number)?.type ?? '', last4: number.slice(-4) }
}

/** Returns the choice of the card that a payment used: `newCardChoice` while it is in the form, null if it is gone. */
function findSameCard(
  { card }: Deposit,
  savedCards: Overview['savedCards'],
  selected: Overview['savedCards'][number] | null,
  typedCard: Deposit['card'],
): string | null {
  if (card === null) return null
  if (selected === null && card.last4 === typedCard?.last4) return newCardChoice
  const isSame = ({ brand, last4 }: SavedCard): boolean => brand === card.brand && last4 === card.last4
  if (selected !== null && isSame(selected)) return selected.id
  return savedCards.find(isSame)?.id ?? null
}

/** Returns when the limit of the chosen card ends, or of the latest card if none is saved. Null: the trader can use the card. */
function findLimitEnd(
  { savedCards, isCardLimited, cardLimitedUntilMs }: Overview,
  selected: Overview['savedCards'][number] | null,
  choice: string,
): number | null {
  if (selected !== null) return selected.limitedUntilMs
  return choice !== newCardChoice && savedCards.length === 0 && isCardLimited ? cardLimitedUntilMs : null
}
