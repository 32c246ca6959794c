import type { PushContent } from '@tradefront/contract/push'

import type { AppContext } from '../../context.ts'
import { dayMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { insertMessages } from './message-store.ts'

const validMs = dayMs

/**
 * Stores a message in the caller's transaction for each browser that the trader has subscribed. A job sends it, and retries for two hours.
 */
export async function sendPush(
  { clock }: Pick<AppContext, 'clock'>,
  userId: number,
  content: PushContent,
  transaction: Db,
): Promise<void> {
  const at = clock.now()
  const validUntil = new Date(at.getTime() + validMs)
  await insertMessages(transaction, userId, { content: JSON.stringify(content), at, validUntil })
}
