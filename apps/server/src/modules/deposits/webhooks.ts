import { alertAfterTries, computeNextTryAtMs, leaseMs } from '@tradefront/rules/time/retry-schedule'

import { type Clock, dayMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { raiseAlert, withdrawAlert } from './alerts/alert-store.ts'
import type { ApplyResult } from './apply-result.ts'
import { type DepositWebhook, type PaymentProviders, requireProvider } from './payment-provider.ts'
import { createProcessorRounds } from './processor-rounds.ts'
import {
  claimDueWebhooks,
  deleteWebhooksBefore,
  insertWebhook,
  listDueSlugs,
  markWebhookApplied,
  markWebhookFailed,
  type StoredWebhook,
} from './webhook-store.ts'

type WebhookDeps = {
  readonly db: Db
  readonly applyResult: ApplyResult
  readonly onResultApplied: (reference: string) => Promise<void>
  readonly providers: PaymentProviders
  readonly clock: Clock
  readonly onError: (error: unknown) => void
  readonly waitScale: number
}

type StoredState = Pick<StoredWebhook, 'id' | 'tries'>

const failureAlert = 'webhook.not_applied'
const retentionMs = 90 * dayMs
const unknownReferenceAlert = 'webhook.unknown_reference'

export function createWebhooks(deps: WebhookDeps) {
  const { db, applyResult, onResultApplied, providers, clock, onError, waitScale } = deps
  const computeLeaseEnd = (now: Date) => new Date(now.getTime() + leaseMs * waitScale)

  /** Returns false for a webhook that is refused. It stays stored, for an operator. */
  const applyWebhook = async (event: DepositWebhook, { id, tries }: StoredState): Promise<boolean> => {
    const applied = event.result && (await applyResult(event.reference, event.result))
    if (applied != null && applied.refusal !== null) {
      await markWebhookFailed(db, id, tries + 1, null, clock.now())
      const alert = { kind: 'webhook.other_processor', subject: toSubject(event) } as const
      if (applied.refusal === 'other_processor')
        await raiseAlert(db, { ...alert, detail: { reference: event.reference } }, clock.now())
      return false
    }
    if (applied === null && event.result?.state === 'succeeded') {
      await waitForDeposit(event, { id, tries })
      return true
    }
    if (applied?.awaitsCharge === true) await postpone({ id, tries })
    else await markWebhookApplied(db, id, clock.now())
    if (tries > 0)
      await withdrawAlert(db, { kind: unknownReferenceAlert, subject: `reference:${event.reference}` }, clock.now())
    if (applied?.changed === true) await onResultApplied(event.reference)
    return true
  }

  /** The database can have lost the commit of the attempt. If the trader repeats the payment, it gets this reference again. */
  const waitForDeposit = async (event: DepositWebhook, stored: StoredState): Promise<void> => {
    const now = clock.now()
    await raiseAlert(db, { kind: unknownReferenceAlert, subject: `reference:${event.reference}` }, now)
    await postpone(stored)
  }

  const postpone = async ({ id, tries }: StoredState): Promise<void> => {
    const now = clock.now()
    await markWebhookFailed(db, id, tries + 1, new Date(computeNextTryAtMs(tries + 1, now.getTime(), waitScale)), now)
  }

  const recordFailure = async (webhook: Omit<StoredWebhook, 'method' | 'body'>, error: unknown): Promise<void> => {
    onError(error)
    const tries = webhook.tries + 1
    const now = clock.now()
    await markWebhookFailed(db, webhook.id, tries, new Date(computeNextTryAtMs(tries, now.getTime(), waitScale)), now)
    if (tries >= alertAfterTries)
      await raiseAlert(db, { kind: failureAlert, subject: toSubject(webhook), detail: { tries } }, now)
  }

  const retryWebhook = async (webhook: StoredWebhook): Promise<void> => {
    try {
      const event = requireProvider(providers, webhook.method).parseWebhook(webhook.processorSlug, webhook.body)
      if (event === null) throw new Error(`the stored webhook ${toSubject(webhook)} cannot be read`)
      await applyWebhook(event, webhook)
    } catch (error) {
      return recordFailure(webhook, error)
    }
    if (webhook.tries >= alertAfterTries)
      await withdrawAlert(db, { kind: failureAlert, subject: toSubject(webhook) }, clock.now())
  }

  return {
    /** Stored before it is applied. If that fails, the server tries again itself. @throws AppError if it is refused */
    async receiveWebhook(event: DepositWebhook): Promise<void> {
      const now = clock.now()
      const stored = await insertWebhook(db, event, computeLeaseEnd(now), now)
      if (stored === null) return
      const isAccepted = await applyWebhook(event, stored).catch(async (error: unknown) => {
        await recordFailure({ ...event, ...stored }, error)
        return true
      })
      if (!isAccepted) throw new AppError('errors.not_found')
    },

    deleteOldWebhooks: () => deleteWebhooksBefore(db, new Date(clock.now().getTime() - retentionMs)),

    rounds: createProcessorRounds({
      listDueProcessors: () => listDueSlugs(db, clock.now()),
      claimDue: (slug, limit) => claimDueWebhooks(db, slug, clock.now(), computeLeaseEnd(clock.now()), limit),
      handle: retryWebhook,
      onError,
    }),
  }
}

function toSubject({ processorSlug, eventId }: Pick<StoredWebhook, 'processorSlug' | 'eventId'>): string {
  return `webhook:${processorSlug}/${eventId}`
}
