import type { TextKey } from '@tradefront/texts/keys'

/** How the trader paid. `claim`: sent from outside, and reported by the trader. */
export type PaidWith = 'card' | 'wallet' | 'claim' | 'coins'

const reversedTexts: Readonly<Record<PaidWith, TextKey>> = {
  card: 'deposits.reversed_text',
  wallet: 'deposits.reversed_text_wallet',
  claim: 'deposits.reversed_text_claim',
  coins: 'deposits.reversed_coins_text',
}

/**
 * Finds the text for mails and screens that says why credited money was taken from the account again. Some texts name the wallet: `name`.
 */
export function findUndoneText(status: 'reversed' | 'taken_back', paidWith: PaidWith): TextKey {
  if (status === 'reversed' || paidWith === 'claim' || paidWith === 'coins') return reversedTexts[paidWith]
  return paidWith === 'wallet' ? 'deposits.taken_back_text_wallet' : 'deposits.taken_back_text'
}
