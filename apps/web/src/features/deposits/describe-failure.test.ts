import { cards as english } from '@tradefront/texts/en/cards'
import { cards as russian } from '@tradefront/texts/ru/cards'
import { expect, test } from 'vitest'

import { describeFailure } from './describe-failure.ts'

const translateReason = (reason: string): string => `text of ${reason}`

test.each([
  ['cascade_card.failed', 'text of cascade_card.failed', 'cards.failed_declined', null],
  ['cascade_card.failed', 'Not sufficient funds', 'cards.failed_funds', 'Not sufficient funds'],
  ['cascade_card.failed', 'Incorrect PIN', 'cards.failed_pin', 'Incorrect PIN'],
  ['cascade_card.failed', 'No such card', 'cards.failed_no_card', 'No such card'],
  ['cascade_card.failed', 'Your card is disabled', 'cards.failed_disabled', 'Your card is disabled'],
  ['cascade_card.failed', 'Expired card', 'cards.failed_expired', 'Expired card'],
  [
    'cascade_card.failed',
    'The bank of this card does not allow it',
    'cards.failed_declined',
    'The bank of this card does not allow it',
  ],
  ['cards.check_refused', 'not this card', 'cards.failed_check', 'not this card'],
  ['cards.declined', 'text of cards.declined', 'cards.failed_declined', 'text of cards.declined'],
  [
    'cards.declined_contact',
    'text of cards.declined_contact',
    'cards.failed_contact',
    'text of cards.declined_contact',
  ],
  ['cards.limit', 'text of cards.limit', 'cards.failed_limit', null],
  ['deposits.not_charged', 'text of deposits.not_charged', 'deposits.failed_not_charged', null],
  ['deposits.canceled', 'text of deposits.canceled', 'deposits.failed_canceled', null],
  [null, null, 'deposits.failed_not_charged', null],
] as const)('reason %s with the message "%s" is described by %s', (reason, message, what, detail) => {
  expect(describeFailure({ reason, message }, translateReason)).toMatchObject({ what, detail })
})

test.each(['Not sufficient funds', 'Incorrect PIN', 'No such card', 'Your card is disabled', 'Expired card'])(
  'the stop message "%s" has words of its own in English and Russian',
  (message) => {
    const { what, next } = describeFailure({ reason: 'cascade_card.failed', message }, translateReason)
    const ru: Readonly<Record<string, string>> = russian
    for (const text of [ru, english as Readonly<Record<string, string>>])
      expect(text[what]).not.toBe(text['cards.failed_declined'])
    for (const key of [what, next] as const) expect(ru[key]).toMatch(/^[А-Яа-яёPIN ,.?!-]+$/)
  },
)
