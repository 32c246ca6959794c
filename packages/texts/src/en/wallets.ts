/** Payments by wallets, and claims. */
export const wallets = {
  'wallets.currency': 'Pay in the currency of your account, {currency}.',
  'wallets.country': 'This wallet isn’t available in your country. Choose another way to pay.',
  'wallets.switched_off': 'This wallet isn’t available at the moment. Nothing was charged. Choose another way to pay.',
} as const
