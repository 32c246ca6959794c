import type { AppContext } from '../../context.ts'
import { startDueWork } from '../../platform/jobs/due-work.ts'
import { claimDueMessages, deleteMessage, type DueMessage, listDueServices, postponeMessage } from './message-store.ts'
import { openPushKey } from './push-key.ts'
import { deleteSubscription } from './subscription-store.ts'

/** Delays after failed tries. After the last one the message is given up. */
const retryDelaysMs = [10_000, 60_000, 5 * 60_000, 15 * 60_000, 3_600_000]

/**
 * Starts one round of each push service at a time, so that one that does not answer does not delay the others. Does not wait for the
 * rounds.
 */
export function sendDueMessages(context: AppContext): Promise<void> {
  const { db } = context
  return startDueWork(context, {
    name: 'push',
    listDueQueues: (now) => listDueServices(db, now),
    claimDue: (service, claim) => claimDueMessages(db, service, claim),
    handle: (message) => sendMessage(context, message),
  })
}

async function sendMessage(context: AppContext, message: DueMessage): Promise<void> {
  const { db, clock, settings, pushGateway, config, onError } = context
  const nowMs = clock.now().getTime()
  const ttlSeconds = Math.floor((message.validUntil.getTime() - nowMs) / 1000)
  const delayMs = retryDelaysMs[message.tryCount - 1]
  if (ttlSeconds <= 0) return deleteMessage(db, message.id)
  const contact = `mailto:${await settings.getSetting('support_email')}`
  const result = await pushGateway.sendPush({ ...message, ttlSeconds }, await openPushKey(context), contact, nowMs)
  if (result.kind === 'gone') return deleteSubscription(db, message.subscriptionId)
  if (result.kind === 'deferred' && delayMs !== undefined)
    return postponeMessage(db, message, new Date(nowMs + delayMs * config.waitScale))
  if (result.kind !== 'sent') onError(new Error(`push message ${message.id} was given up: ${result.reason}`))
  await deleteMessage(db, message.id)
}
