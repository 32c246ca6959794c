import type { CardField, CardForm } from '@tradefront/rules/cards/card-form'
import { cleanCardNumber, detectCardKind } from '@tradefront/rules/cards/card-number'
import { splitCardholderName } from '@tradefront/rules/cards/split-cardholder-name'
import type { Currency } from '@tradefront/rules/ledger/money'
import type * as z from 'zod/mini'

import type { cardForm, SavedCardRecord } from '../cards.ts'

/** The month has two digits, the year four. */
export type SavedCard = {
  readonly id: string
  readonly brand: string
  readonly last4: string
  readonly month: string
  readonly year: string
  readonly firstName: string
  readonly lastName: string
  readonly country: string
  readonly state: string | null
}

/** A card to save. `number` holds digits only. */
export type CardToSave = {
  readonly number: string
  readonly month: string
  readonly year: string
  readonly firstName: string
  readonly lastName: string
  readonly country: string
  readonly state: string | null
  /** `all`: the server detects the type from the number. */
  readonly type: 'all' | 'visa' | 'mastercard' | 'maestro'
  /** True if the trader chose to save it for later payments. */
  readonly keep: boolean
}

export function toSavedCard(record: SavedCardRecord): SavedCard {
  const { id, brand, last4, state } = record
  return {
    id,
    brand,
    last4,
    month: record.emm,
    year: record.eyy,
    firstName: record.fn,
    lastName: record.ln,
    country: record.cu,
    state,
  }
}

export function toSavedCardRecord(card: SavedCard): SavedCardRecord {
  const { id, brand, last4, state } = card
  return {
    id,
    brand,
    last4,
    emm: card.month,
    eyy: card.year,
    fn: card.firstName,
    ln: card.lastName,
    cu: card.country,
    state,
  }
}

/** spec: funding 3. The result has no security code. */
export function fromCardForm(
  form: CardForm,
  { currency, isCardLimited }: { readonly currency: Currency; readonly isCardLimited: boolean },
): z.input<typeof cardForm> {
  const { number, month, year, country, state, keep } = form
  const { first, last } = splitCardholderName(form.holder)
  const type = detectCardKind(cleanCardNumber(number))?.type ?? 'visa'
  return fromCardToSave(
    {
      number,
      month,
      year,
      firstName: first,
      lastName: last,
      country,
      state: country === 'US' ? state : null,
      type,
      keep,
    },
    { currency, isCardLimited },
  )
}

export function fromCardToSave(
  card: CardToSave,
  { currency, isCardLimited }: { readonly currency: Currency; readonly isCardLimited: boolean },
): z.input<typeof cardForm> {
  const number = cleanCardNumber(card.number)
  const lengths = detectCardKind(number)?.lengths ?? []
  return {
    cu: card.country,
    cur: currency,
    cty: 'VSA',
    cnu: number,
    emm: card.month,
    eyy: card.year,
    fn: card.firstName,
    ln: card.lastName,
    card_type: card.type,
    card_length_valid: lengths.includes(number.length),
    card_length: [...lengths],
    is_fail_limit: isCardLimited,
    cascade: { limit: isCardLimited },
    ...(card.state !== null && { state: card.state }),
    ...(card.keep && { keep: true }),
  }
}

export function toCardToSave(body: z.output<typeof cardForm>): CardToSave {
  return {
    number: cleanCardNumber(body.cnu),
    month: body.emm,
    year: body.eyy,
    firstName: body.fn,
    lastName: body.ln,
    country: body.cu,
    state: body.state ?? null,
    type: body.card_type,
    keep: body.keep ?? false,
  }
}

export const wireNamesByCardField: Readonly<Record<CardField, readonly string[]>> = {
  number: ['cnu', 'card_type', 'card_length', 'card_length_valid'],
  holder: ['fn', 'ln'],
  month: ['emm'],
  year: ['eyy'],
  code: [],
  country: ['cu'],
  state: ['state'],
}
