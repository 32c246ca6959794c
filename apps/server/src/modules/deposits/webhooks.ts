import { leaseMs } from '@tradefront/rules/deposits/retry-schedule'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { ApplyResult } from './apply-result.ts'
import { type PaymentProviders, requireProvider, type DepositWebhook } from './payment-provider.ts'
import { insertWebhook, listUnappliedWebhooks, markWebhookApplied } from './webhook-store.ts'

type WebhookDeps = {
  readonly db: Db
  readonly applyResult: ApplyResult
  readonly onResultApplied: (reference: string) => Promise<void>
  readonly providers: PaymentProviders
  readonly clock: Clock
  readonly waitScale: number
}

export function createWebhooks({ db, applyResult, onResultApplied, providers, clock, waitScale }: WebhookDeps) {
  const applyWebhook = async (event: DepositWebhook): Promise<void> => {
    const applied = event.result && (await applyResult(event.reference, event.result))
    await markWebhookApplied(db, event, clock.now())
    if (applied?.changed === true) await onResultApplied(event.reference)
  }

  return {
    /** Stored before it is applied; `applyStoredWebhooks` retries. */
    async receiveWebhook(event: DepositWebhook): Promise<void> {
      if (await insertWebhook(db, event, clock.now())) await applyWebhook(event)
    },

    async applyStoredWebhooks(limit: number): Promise<void> {
      const before = new Date(clock.now().getTime() - leaseMs * waitScale)
      for (const { method, processorSlug, body } of await listUnappliedWebhooks(db, before, limit)) {
        const event = requireProvider(providers, method).parseWebhook(processorSlug, body)
        if (event !== null) await applyWebhook(event)
      }
    },
  }
}
