/** A browser's request to `/api/pay/{method}` (spec: account 7). */
export const walletPayRequest = {
  email: 'ada@example.com',
  amount: 1000,
  currency: 'USD',
  random: '0123456789abcdef',
  bonus: 1,
}
