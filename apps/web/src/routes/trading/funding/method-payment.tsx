import type { Overview } from '@tradefront/contract/domain/deposits'
import type { FundingTab } from '@tradefront/rules/deposits/funding-tabs'
import { lazy } from 'react'

import { CardTab } from '../../../features/cards/card-tab.tsx'
import type { BitcoinChoice } from '../../../features/cards/limit-notices.tsx'
import type { AmountForm } from '../../../features/deposits/amount/use-amount.ts'
import { claimMethodsByTab, walletSlugsByTab } from '../../../features/wallets/wallet-methods.ts'
import { loadTexts } from '../../../platform/i18n/i18n.ts'
import { retryImport } from '../../../platform/retry-import.ts'

/** Methods other than the card are loaded when they are chosen. */
const WalletTab = lazy(async () => ({
  default: (await retryImport(() => import('../../../features/wallets/wallet-tab.tsx'))).WalletTab,
}))
const ClaimTab = lazy(async () => ({
  default: (await withInvoiceTexts(() => import('../../../features/wallets/claim-tab.tsx'))).ClaimTab,
}))
const CoinTab = lazy(async () => ({
  default: (await withInvoiceTexts(() => import('../../../features/crypto/coin-tab.tsx'))).CoinTab,
}))
/** Invoices of the trader that wait for coins. */
export const OpenInvoices = lazy(async () => ({
  default: (await withInvoiceTexts(() => import('../../../features/crypto/open-invoices.tsx'))).OpenInvoices,
}))

async function withInvoiceTexts<Module>(load: () => Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([retryImport(load), retryImport(() => loadTexts('invoices'))])
  return module
}

/** Pays the amount by the chosen method: its form, its progress and its result. */
export function MethodPayment(props: {
  readonly method: FundingTab
  readonly overview: Overview
  readonly amountForm: AmountForm
  /** Last part of `/show/funding/{add}`: a processor that sent the browser back. */
  readonly returnedFrom: string | null
  /** Shows all methods; null if they are shown. */
  readonly onChangeMethod: (() => void) | null
  /** Null if bitcoin is not offered. */
  readonly onBitcoin: BitcoinChoice | null
}) {
  const { method, overview, amountForm, ...cardProps } = props
  if (method === 'bitcoin' || method === 'eth')
    return <CoinTab key={method} coin={method === 'eth' ? 'ETH' : 'BTC'} amountForm={amountForm} />
  if (walletSlugsByTab[method] !== undefined) return <WalletTab key={method} tab={method} amountForm={amountForm} />
  if (claimMethodsByTab[method] !== undefined)
    return <ClaimTab key={method} tab={method} overview={overview} amountForm={amountForm} />
  return <CardTab overview={overview} amountForm={amountForm} {...cardProps} />
}
