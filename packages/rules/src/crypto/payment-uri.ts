import { formatCoinAmount } from './coin-amounts.ts'
import type { InvoiceCoin } from './coins.ts'

/**
 * Builds the address for wallets and QR codes (BIP 21 and EIP-681).
 * @param units satoshi or wei
 * @param chainId of Ethereum: a wallet must not pay on the chain that it happens to show
 */
export function buildPaymentUri(coin: InvoiceCoin, address: string, units: bigint, chainId: number | null): string {
  if (coin === 'BTC') return `bitcoin:${address}?amount=${formatCoinAmount(units, coin)}`
  return `ethereum:${address}${chainId === null ? '' : `@${chainId}`}?value=${units}`
}
