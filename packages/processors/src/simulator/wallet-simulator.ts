import type { ProcessorName } from '@tradefront/contract/processor-names'

import { type DeclineReason, type FailureMode } from './charge.ts'
import type { ChargeSimulator } from './processor-simulator.ts'

const declines: Readonly<Record<string, DeclineReason>> = { DECLINED: 'declined', FUNDS: 'insufficient_funds' }
const failureModes: Readonly<Record<string, FailureMode>> = {
  EARLY: 'early_webhook',
  THREE: 'three_webhooks',
  PENDING: 'pending',
  LATE: 'late',
  CHARGEBACK: 'chargeback',
}

/** Simulates a wallet. With a secure id it decides at once, otherwise on its page. */
export function createWalletSimulator(slug: string, name: ProcessorName, title: string): ChargeSimulator {
  return {
    slug,
    name,
    scriptNames: [name],
    tokens: {
      DECLINED: 'declines',
      FUNDS: 'insufficient funds',
      EARLY: 'the webhook comes before the reply',
      THREE: 'three webhooks in the wrong order',
      PENDING: 'pending, success after 60 seconds',
      LATE: 'declines, then a success 30 seconds later',
      CHARGEBACK: 'approves; 30 seconds later the money is taken back',
    },
    chargesAt: 'start',
    pageTitle: `Pay with ${title}`,
    finalReasons: [],
    planCharge: (_card, tokens, secureId) => {
      const decline = tokens.map((token) => declines[token]).find((reason) => reason !== undefined)
      const failureMode = tokens.map((token) => failureModes[token]).find((mode) => mode !== undefined)
      const isLate = failureMode === 'late'
      return {
        flow: secureId === undefined ? 'page' : 'charge',
        plannedDecline: secureId === wrongSecureId ? 'bad_code' : (decline ?? (isLate ? 'declined' : null)),
        ...(failureMode !== undefined && { failureMode }),
      }
    },
    toNativeReason: (reason) => reason,
    buildReply: (charge, { page }) => {
      if (charge.state === 'requires_action') return { return: true, status: 'redirect', redirect: page }
      if (charge.state === 'succeeded') return { return: true, status: 'success' }
      return charge.reason === null ? { return: true, status: 'pending' } : { return: false, status: 'declined' }
    },
  }
}

/** Every other secure id is right. */
const wrongSecureId = '000000'
