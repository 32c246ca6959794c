import { type InvoiceCoin, invoiceCoins } from '@tradefront/rules/crypto/coins'

import type { AppContext } from '../../context.ts'
import { ChainError } from '../../gateways/chains/chain.ts'
import { minuteMs } from '../../platform/clock.ts'
import { raiseAlert, withdrawAlert, withdrawOtherAlerts } from '../alerts/service.ts'
import { listLost } from './chain-store.ts'
import { creditInvoices } from './credit-invoices.ts'
import { getScannedAt } from './invoice-store.ts'
import { buildOutputReference } from './invoice.ts'
import { createReadChain } from './read-chain.ts'

const lostAlert = 'crypto.credited_lost'
const alertAfterMs = 5 * minuteMs

/** Watches the coins that the site takes. A chain whose node does not answer does not hold up the other. Safe to run on every server at once. */
export function createWatchChains(context: AppContext): () => Promise<void> {
  const { bitcoinNode, ethereumNode } = context.config
  const nodes = { BTC: bitcoinNode, ETH: ethereumNode }
  const taken = invoiceCoins.filter((coin) => nodes[coin] !== null)
  const watchers = taken.map((coin) => createWatchChain(context, coin))
  return async () => {
    await Promise.all(watchers.map((watchChain) => watchChain()))
  }
}

/** Reads the chain, credits payments of invoices, and ends what was not paid in time. */
export function createWatchChain(context: AppContext, coin: InvoiceCoin): () => Promise<void> {
  const { db, clock, onError } = context
  const readChain = createReadChain(context, coin)
  const startedAt = clock.now()
  let isFailing = false
  /** Whether the chain was behind at the last check. Null: not checked since the start. */
  let wasBehind: boolean | null = null

  return async () => {
    try {
      if (await readChain()) {
        await creditInvoices(context, coin)
        await reportLost(context, coin)
      }
      isFailing = false
    } catch (error) {
      // Only the first failure of an outage is logged.
      if (!isFailing || !(error instanceof ChainError)) onError(error)
      isFailing = true
    }
    await checkProgress().catch(onError)
  }

  /** Raises an alert if the chain is behind, whatever the reason, e.g. also if more blocks are missing than can be read in time. */
  async function checkProgress(): Promise<void> {
    const scannedAt = (await getScannedAt(db, coin)) ?? startedAt
    const isBehind = clock.now().getTime() - scannedAt.getTime() >= alertAfterMs
    const alert = { kind: 'crypto.node_silent', subject: `chain:${coin}` } as const
    if (isBehind) await raiseAlert(db, alert, clock.now())
    else if (wasBehind !== false) await withdrawAlert(db, alert, clock.now())
    wasBehind = isBehind
  }
}

/**
 * Raises an alert for each credited payment that the chain no longer has, so that an operator decides. The alert ends when the payment is
 * found again or reversed.
 */
async function reportLost({ db, clock }: AppContext, coin: InvoiceCoin): Promise<void> {
  const lost = await listLost(db, coin)
  for (const receipt of lost) {
    const detail = { output: buildOutputReference(receipt) }
    await raiseAlert(db, { kind: lostAlert, subject: `${coin}/${receipt.guid}`, detail }, clock.now())
  }
  // The other alerts are withdrawn each time, because another server can have raised them.
  const open = lost.map(({ guid }) => `${coin}/${guid}`)
  await withdrawOtherAlerts(db, lostAlert, `${coin}/`, open, clock.now())
}
