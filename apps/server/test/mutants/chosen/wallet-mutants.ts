import { type CodeMutant, mutant } from './code-mutant.ts'

const wallets = 'wallets/service.ts'

/** Faults in payments by wallets. */
export const walletMutants: readonly CodeMutant[] = [
  mutant('the key of a payment is not bound to its wallet', wallets, 'wallet: wallet.name,', `wallet: 'ANY',`),
  mutant(
    'the choice of no bonus at all is lost on the way to a wallet',
    wallets,
    'isFixed: payment.fixed === 1,',
    'isFixed: false,',
  ),
  mutant(
    'a payment by a wallet with only a promo code is one without a bonus',
    wallets,
    'isFixed: payment.fixed === 1,',
    'isFixed: payment.bonus === 0,',
  ),
  mutant(
    'a payment by a wallet counts for the day limit',
    'cards/payments/insert-attempt.ts',
    "processor.kind === 'wallet' ? null : { day: getUtcDate(clock), limit: dayLimit }",
    '{ day: getUtcDate(clock), limit: dayLimit }',
  ),
]
