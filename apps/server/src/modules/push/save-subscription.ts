import type { AppContext } from '../../context.ts'
import { findPushService } from '../../gateways/push-endpoint.ts'
import { isPushPublicKey } from '../../gateways/push-gateway.ts'
import { retryConflicts } from '../../platform/database/retry.ts'
import { AppError } from '../../platform/http/errors.ts'
import {
  deleteOldestSubscription,
  deleteSubscriptionByEndpoint,
  insertSubscription,
  type NewSubscription,
  updateSubscription,
} from './subscription-store.ts'

/** How many subscriptions a trader can have. One more replaces the oldest. */
const maxSubscriptions = 10
/** Tries are needed because two devices that subscribe at once can look for the same free slot. */
const maxTries = 5

/** Saves the subscription of a browser for its session. It moves to the trader who uses the browser now. */
export async function saveSubscription(
  { db, clock, newId, config }: AppContext,
  subscription: Omit<NewSubscription, 'id' | 'at'>,
): Promise<void> {
  const { userId, endpoint, publicKey } = subscription
  if (findPushService(endpoint, config.sandboxUrl) === null || !isPushPublicKey(publicKey))
    throw new AppError('errors.malformed')
  const added = { ...subscription, id: newId(), at: clock.now() }
  const saved = await retryConflicts(maxTries, ['push_subscriptions_slot', 'push_subscriptions_endpoint'], () =>
    db.transaction().execute(async (trx) => {
      if (await updateSubscription(trx, added)) return
      await deleteSubscriptionByEndpoint(trx, endpoint)
      if (await insertSubscription(trx, added, maxSubscriptions)) return
      await deleteOldestSubscription(trx, userId)
      await insertSubscription(trx, added, maxSubscriptions)
    }),
  )
  if (saved === null) throw new AppError('errors.conflict')
}
