import { alertAfterTries, computeNextTryAtMs } from '@tradefront/rules/time/retry-schedule'

import type { AppContext } from '../../context.ts'
import { dayMs } from '../../platform/clock.ts'
import { AppError } from '../../platform/http/errors.ts'
import { computeLeaseEnd, startDueWork } from '../../platform/jobs/due-work.ts'
import { raiseAlert, withdrawAlert } from '../alerts/service.ts'
import { announceResult } from './announce-result.ts'
import { applyResult } from './apply-result.ts'
import { confirmWebhook } from './confirm-webhook.ts'
import type { DepositWebhook } from './payment-provider.ts'
import {
  claimDueWebhooks,
  deleteWebhooksBefore,
  insertWebhook,
  listDueSlugs,
  markWebhookApplied,
  markWebhookFailed,
  type StoredWebhook,
} from './webhook-store.ts'

type StoredState = Pick<StoredWebhook, 'id' | 'tries'>

const failureAlert = 'webhook.not_applied'
const retentionMs = 90 * dayMs
const unknownReferenceAlert = 'webhook.unknown_reference'

/** Stores the webhook, and then applies it. If that fails, the server tries again itself. @throws AppError if it is refused, or in quarantine */
export async function receiveWebhook(context: AppContext, event: DepositWebhook): Promise<void> {
  // The processor sends it again.
  if (await context.quarantine.isOpen()) throw new AppError('errors.maintenance')
  const now = context.clock.now()
  const stored = await insertWebhook(context.db, event, computeLeaseEnd(context, now), now)
  if (stored === null) return
  const isAccepted = await applyWebhook(context, event, stored).catch(async (error: unknown) => {
    await recordFailure(context, { ...event, ...stored }, error)
    return true
  })
  if (!isAccepted) throw new AppError('errors.not_found')
}

/** Applies webhooks that are due. Safe to run on every server at once. */
export function applyDueWebhooks(context: AppContext): Promise<void> {
  return startDueWork(context, {
    name: 'webhooks',
    listDueQueues: (now) => listDueSlugs(context.db, now),
    claimDue: (slug, claim) => claimDueWebhooks(context.db, slug, claim),
    handle: (webhook) => retryWebhook(context, webhook),
  })
}

export function deleteOldWebhooks({ clock, db }: AppContext): Promise<void> {
  return deleteWebhooksBefore(db, new Date(clock.now().getTime() - retentionMs))
}

async function retryWebhook(context: AppContext, webhook: StoredWebhook): Promise<void> {
  const { clock, db, providers } = context
  try {
    const event = providers[webhook.method].parseWebhook(webhook.processorSlug, webhook.body)
    if (event === null || event === 'irrelevant')
      throw new Error(`the stored webhook ${toSubject(webhook)} cannot be read`)
    await applyWebhook(context, event, webhook)
  } catch (error) {
    return recordFailure(context, webhook, error)
  }
  if (webhook.tries >= alertAfterTries)
    await withdrawAlert(db, { kind: failureAlert, subject: toSubject(webhook) }, clock.now())
}

/** Applies a webhook. Returns false if it is refused. It stays stored, for an operator. */
async function applyWebhook(context: AppContext, event: DepositWebhook, stored: StoredState): Promise<boolean> {
  const { clock, db } = context
  const { id, tries } = stored
  const { result, mustAskAgain } = await confirmWebhook(context, event)
  const applied = result && (await applyResult(context, event.reference, result))
  if (applied != null && applied.refusal !== null) {
    await markWebhookFailed(db, id, tries + 1, null, clock.now())
    const alert = { kind: 'webhook.other_processor', subject: toSubject(event) } as const
    if (applied.refusal === 'other_processor')
      await raiseAlert(db, { ...alert, detail: { reference: event.reference } }, clock.now())
    return false
  }
  const unknown = { kind: unknownReferenceAlert, subject: `reference:${event.reference}` } as const
  if (applied === null && result?.state === 'succeeded') {
    // The database can have lost the commit of the attempt. If the trader repeats the payment, it gets this reference again.
    await raiseAlert(db, unknown, clock.now())
    await postpone(context, stored)
    return true
  }
  if (mustAskAgain || applied?.awaitsCharge === true) await postpone(context, stored)
  else await markWebhookApplied(db, id, clock.now())
  if (tries > 0) await withdrawAlert(db, unknown, clock.now())
  if (applied?.changed === true) await announceResult(context, event.reference)
  return true
}

async function postpone({ clock, config, db }: AppContext, { id, tries }: StoredState): Promise<void> {
  const now = clock.now()
  const next = new Date(computeNextTryAtMs(tries + 1, now.getTime(), config.waitScale))
  await markWebhookFailed(db, id, tries + 1, next, now)
}

async function recordFailure(
  context: AppContext,
  webhook: Omit<StoredWebhook, 'method' | 'body'>,
  error: unknown,
): Promise<void> {
  const { clock, db, onError } = context
  onError(error)
  await postpone(context, webhook)
  const tries = webhook.tries + 1
  if (tries >= alertAfterTries)
    await raiseAlert(db, { kind: failureAlert, subject: toSubject(webhook), detail: { tries } }, clock.now())
}

function toSubject({ processorSlug, eventId }: Pick<StoredWebhook, 'processorSlug' | 'eventId'>): string {
  return `webhook:${processorSlug}/${eventId}`
}
