import type { TextKey } from '@tradefront/texts/keys'

import { cleanCardNumber, detectCardKind } from './card-number.ts'
import { splitCardholderName } from './split-cardholder-name.ts'
import { findCardProblem, hasCardExpired } from './find-card-problem.ts'

/** spec: funding 2. The month has two digits, the year four. */
export type CardForm = {
  readonly holder: string
  readonly number: string
  readonly month: string
  readonly year: string
  readonly code: string
  readonly country: string
  /** State, for the United States only. */
  readonly state: string
  /** True if the card is saved for later payments. */
  readonly keep: boolean
}
export type CardField = Exclude<keyof CardForm, 'keep'>

/** Errors by field. `cards.invalid_length` has the allowed lengths as a parameter. */
export type CardFormErrors = { readonly [F in CardField]?: TextKey }

const maxNameLength = 60

/** spec: funding 5 */
export function findCardFormErrors(form: CardForm, nowMs: number): CardFormErrors {
  const number = cleanCardNumber(form.number)
  const card = { number, month: Number(form.month), year: Number(form.year) }
  const problem = number === '' ? 'errors.field_required' : findCardProblem(card, nowMs)
  return {
    ...(problem !== null && problem !== 'cards.expired' && { number: problem }),
    ...toFieldError('month', form.month === '' ? 'errors.field_required' : null),
    ...toFieldError('year', form.year === '' ? 'errors.field_required' : null),
    ...(form.month !== '' &&
      form.year !== '' &&
      hasCardExpired(card, nowMs) && {
        [card.year === new Date(nowMs).getUTCFullYear() ? 'month' : 'year']: 'cards.expired' as const,
      }),
    ...toFieldError('holder', findHolderError(form.holder)),
    ...toFieldError('code', findCodeError(form.code, detectCardKind(number)?.type ?? null)),
    ...toFieldError('country', form.country === '' ? 'errors.field_required' : null),
    ...toFieldError('state', form.country === 'US' && form.state === '' ? 'errors.field_required' : null),
  }
}

function findHolderError(name: string): TextKey | null {
  const { first, last } = splitCardholderName(name)
  if (first === '') return 'errors.field_required'
  if (last === '') return 'cards.holder_both'
  return first.length > maxNameLength || last.length > maxNameLength ? 'cards.holder_long' : null
}

/** Returns the error of a security code. For Maestro it is optional, but must be valid if it is entered. */
export function findCodeError(code: string, type: string | null): TextKey | null {
  if (code === '') return type === 'maestro' ? null : 'errors.field_required'
  return /^\d{3,4}$/.test(code) ? null : 'cards.code_short'
}

function toFieldError(field: CardField, key: TextKey | null): CardFormErrors {
  return key === null ? {} : { [field]: key }
}
