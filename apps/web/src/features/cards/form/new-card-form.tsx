import { cardForm, cardsCalls } from '@tradefront/contract/cards'
import { fromCardForm, wireNamesByCardField } from '@tradefront/contract/domain/cards'
import { type CardForm, findCardFormErrors } from '@tradefront/rules/cards/card-form'
import { use, useEffect } from 'react'

import { getBootstrap } from '../../../platform/api/bootstrap.ts'
import { loadCountries } from '../../../platform/api/countries.ts'
import { serverNow } from '../../../platform/clock.ts'
import { useUser } from '../../../platform/current-user.ts'
import { FormBanner } from '../../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../../platform/forms/use-contract-form.ts'
import { translateExplained } from '../../../platform/i18n/explanations.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { dismissToast, showToast } from '../../../platform/toasts.ts'
import {
  BillingCountryFields,
  CardholderField,
  CardNumberField,
  ExpiryField,
  KeepCardField,
  SecurityCodeField,
} from './card-form-fields.tsx'

/** The call without its `remove` variant. */
const saveCardForm = { ...cardsCalls.saveCard, body: cardForm }

/** Fields in the order of the screen. */
const fields = {
  number: { error: 'cards.invalid_number', aliases: wireNamesByCardField.number },
  month: { error: 'errors.field_required', aliases: wireNamesByCardField.month },
  year: { error: 'errors.field_required', aliases: wireNamesByCardField.year },
  code: { error: 'cards.code_short' },
  holder: { error: 'cards.holder_both', aliases: wireNamesByCardField.holder },
  country: { error: 'errors.field_required', aliases: wireNamesByCardField.country },
  state: { error: 'errors.field_required', aliases: wireNamesByCardField.state },
  keep: { error: 'errors.field_required' },
} as const

/** Form of a new card, which the pay button elsewhere on the screen submits. `onSubmit` throws an ApiError if the card cannot be saved. */
export function NewCardForm(props: {
  readonly formId: string
  readonly isLocked: boolean
  /** True if the number gets the focus. */
  readonly isFocused: boolean
  readonly isCardLimited: boolean
  readonly savedCount: number
  /** Saves the card and pays: `pay` of `use-pay-by-card.ts`. */
  readonly onSubmit: (card: CardForm) => Promise<void>
}) {
  const t = useTranslate()
  const user = useUser()
  const countries = use(loadCountries())
  const { country: detectedCountry } = getBootstrap()
  const { formId, isLocked, isCardLimited } = props
  const form = useContractForm(saveCardForm, {
    defaults: {
      number: '',
      holder: '',
      month: '',
      year: '',
      code: '',
      country: [user.country, detectedCountry].find((code) => countries.some(({ iso }) => iso === code)) ?? 'FR',
      state: '',
      keep: false,
    },
    fields,
    toBody: (card: CardForm) => fromCardForm(card, { currency: user.currency, isCardLimited }),
    check: (card) => findCardFormErrors(card, serverNow()),
    send: (_body, card) => props.onSubmit(card),
    onSuccess: () => undefined,
    // A wrong value has its own sentence at its field.
    onInvalid: (errors) => {
      if (errors.includes('errors.field_required')) {
        showToast({ tone: 'danger', text: translateExplained('cards.fill_required'), id: 'cards-fill' })
      }
    },
    onError: (error, { setError }) => {
      const isRefusedCard = error.status === 200
      if (isRefusedCard) setError('number', { type: 'server', message: error.message }, { shouldFocus: true })
      return isRefusedCard
    },
  })
  const { control, setFocus } = form
  const { isFocused } = props
  useEffect(() => {
    if (isFocused) setFocus('number')
  }, [isFocused, setFocus])
  return (
    <form
      id={formId}
      noValidate
      onSubmit={form.onSubmit}
      onChange={() => dismissToast('cards-fill')}
      className="flex flex-col gap-4"
    >
      <FormBanner message={form.message} />
      <CardNumberField control={control} isLocked={isLocked} />
      <div className="grid grid-cols-2 items-start gap-4">
        <ExpiryField control={control} isLocked={isLocked} />
        <SecurityCodeField control={control} isLocked={isLocked} />
      </div>
      <CardholderField control={control} isLocked={isLocked} />
      <BillingCountryFields control={control} isLocked={isLocked} countries={countries} />
      <KeepCardField control={control} isLocked={isLocked} savedCount={props.savedCount} />
      {user.simulatedMethods.includes('card') && <p className="text-13 text-muted">{t('cards.test_card_hint')}</p>}
    </form>
  )
}
