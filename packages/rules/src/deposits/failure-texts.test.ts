import { expect, test } from 'vitest'

import { findFailureTexts, trimFinalStop } from './failure-texts.ts'

const paypal = { name: 'paypal' }

test.each([
  ['Not sufficient funds', 'cards.failed_funds', 'cards.next_funds'],
  ['Incorrect PIN', 'cards.failed_pin', 'cards.next_pin'],
  ['No such card', 'cards.failed_no_card', 'cards.next_check_number'],
  ['Your card is disabled', 'cards.failed_disabled', 'cards.next_disabled'],
  ['Expired card', 'cards.failed_expired', 'cards.next_other_card'],
])('the message "%s" of a bank is explained (spec: funding 4), whatever the reason', (message, what, next) => {
  expect(findFailureTexts({ reason: 'cards.limit', message })).toEqual({ what, next })
})

test.each([
  ['cards.limit', 'cards.failed_limit', 'cards.next_limit'],
  ['cards.day_limit', 'cards.failed_day_limit', 'cards.next_day_limit'],
  ['cards.bad_card', 'cards.failed_bad_card', 'cards.next_other_card'],
  ['cards.check_refused', 'cards.failed_check', 'cards.next_other_card'],
  ['cards.declined_contact', 'cards.failed_contact', 'cards.next_contact'],
  ['deposits.canceled', 'deposits.failed_canceled', 'deposits.next_canceled'],
  ['deposits.not_continued', 'deposits.failed_not_continued', 'deposits.next_not_continued'],
  ['deposits.superseded', 'deposits.failed_superseded', 'deposits.next_superseded'],
  ['wallets.claim_rejected', 'deposits.failed_not_found', 'deposits.next_not_found'],
  ['wallets.claim_part', 'deposits.failed_part', 'deposits.next_part'],
  ['crypto.expired', 'crypto.failed_expired', 'crypto.next_expired'],
  ['crypto.canceled', 'crypto.failed_canceled', 'crypto.next_canceled'],
  ['crypto.underpaid', 'crypto.failed_underpaid', 'crypto.next_underpaid'],
  ['crypto.network_changed', 'crypto.failed_network_changed', 'crypto.next_network_changed'],
])('the reason %s is explained, with words of a bank that say no more', (reason, what, next) => {
  expect(findFailureTexts({ reason, message: 'Do not honour' })).toEqual({ what, next })
})

test.each(['cascade_card.failed', 'cards.declined', 'orange.pay_fail'])(
  'the decline %s names the card or the wallet',
  (reason) => {
    expect(findFailureTexts({ reason, message: null })).toEqual({
      what: 'cards.failed_declined',
      next: 'cards.next_declined',
    })
    expect(findFailureTexts({ reason, message: null, wallet: paypal })).toEqual({
      what: 'deposits.failed_wallet',
      next: 'deposits.next_wallet',
    })
  },
)

test.each([null, 'something.new'])('without a known reason (%s) nothing was charged', (reason) => {
  const texts = { what: 'deposits.failed_not_charged', next: 'deposits.next_not_charged' }
  expect(findFailureTexts({ reason, message: null })).toEqual(texts)
  expect(findFailureTexts({ reason, message: null, wallet: paypal })).toEqual(texts)
})

test.each([
  [' The account is closed. ', 'The account is closed'],
  ['Wait...', 'Wait'],
  ['Sent on 1.5. at noon', 'Sent on 1.5. at noon'],
])('an operator’s words "%s" end without a stop', (words, trimmed) => {
  expect(trimFinalStop(words)).toBe(trimmed)
})
