import { formatCoinAmount, type InvoiceCoin } from './coins.ts'

/** For wallets and QR codes: BIP 21 and EIP-681. @param units satoshi or wei */
export function buildPaymentUri(coin: InvoiceCoin, address: string, units: bigint): string {
  return coin === 'BTC'
    ? `bitcoin:${address}?amount=${formatCoinAmount(units, coin)}`
    : `ethereum:${address}?value=${units}`
}
