/** Coins whose rates are displayed (spec: funding 9). */
export const coins = ['BTC', 'LTC', 'ETH', 'DSH'] as const
export type Coin = (typeof coins)[number]

/** Coins that traders can pay invoices with. */
export const invoiceCoins = ['BTC', 'ETH'] as const
export type InvoiceCoin = (typeof invoiceCoins)[number]

export const coinDecimals: Readonly<Record<Coin, number>> = { BTC: 8, LTC: 8, ETH: 18, DSH: 8 }

export function isInvoiceCoin(name: string): name is InvoiceCoin {
  return invoiceCoins.some((coin) => coin === name)
}
