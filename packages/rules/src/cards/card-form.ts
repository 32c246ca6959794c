import type { TextKey } from '@tradefront/texts/keys'

import { cleanCardNumber, detectCard } from './card-number.ts'
import { splitHolder } from './split-cardholder-name.ts'
import { checkCard, hasExpired } from './find-card-problem.ts'

/** The card form as it is filled in (spec: funding 2). Month in two digits, year in four. */
export type CardForm = {
  readonly holder: string
  readonly number: string
  readonly month: string
  readonly year: string
  readonly code: string
  readonly country: string
  /** For the United States only. */
  readonly state: string
}
export type CardField = keyof CardForm

/** In the order in which they stand on the screen: the first with an error gets the focus. */
export const cardFields = [
  'number',
  'holder',
  'month',
  'year',
  'code',
  'country',
  'state',
] as const satisfies readonly CardField[]

/** What is wrong with each field, as keys of texts. `cards.invalid_length` takes the lengths in words. */
export type CardErrors = { readonly [F in CardField]?: TextKey }

const nameMost = 60

/** Everything that is wrong with a card form (spec: funding 5). */
export function checkCardForm(form: CardForm, nowMs: number): CardErrors {
  const number = cleanCardNumber(form.number)
  const card = { number, month: Number(form.month), year: Number(form.year) }
  const problem = number === '' ? 'errors.field_required' : checkCard(card, nowMs)
  return {
    ...(problem !== null && problem !== 'cards.expired' && { number: problem }),
    ...(hasExpired(card, nowMs) && {
      [card.year === new Date(nowMs).getUTCFullYear() ? 'month' : 'year']: 'cards.expired' as const,
    }),
    ...errorOf('holder', checkHolder(form.holder)),
    ...errorOf('code', checkCode(form.code, detectCard(number)?.type ?? null)),
    ...errorOf('country', form.country === '' ? 'errors.field_required' : null),
    ...errorOf('state', form.country === 'US' && form.state === '' ? 'errors.field_required' : null),
  }
}

function checkHolder(name: string): TextKey | null {
  const { first, last } = splitHolder(name)
  if (first === '') return 'errors.field_required'
  if (last === '') return 'cards.holder_both'
  return first.length > nameMost || last.length > nameMost ? 'cards.holder_long' : null
}

/** Maestro cards may come without a code; whatever is typed must be one. */
function checkCode(code: string, type: 'visa' | 'mastercard' | 'maestro' | null): TextKey | null {
  if (code === '') return type === 'maestro' ? null : 'errors.field_required'
  return /^\d{3,4}$/.test(code) ? null : 'cards.code_short'
}

function errorOf(field: CardField, key: TextKey | null): CardErrors {
  return key === null ? {} : { [field]: key }
}
