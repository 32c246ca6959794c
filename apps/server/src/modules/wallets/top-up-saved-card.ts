import { toUser } from '@tradefront/contract/domain/profile'

import type { AppContext } from '../../context.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { type CardCallReply, chargeSavedCard, type TopUp, type Trader } from '../cards/service.ts'
import { getUserRecord } from '../profile/service.ts'

/**
 * Charges a saved card (spec: funding 6). Returns null unless the user has deposited money before and has a saved card that can be charged.
 */
export async function topUpSavedCard(
  context: AppContext,
  user: SessionUser,
  trader: Trader,
  topUp: TopUp,
  key: string | null,
): Promise<CardCallReply | null> {
  const { depositTotal, hasChargeableCard } = toUser(await getUserRecord(context, user))
  return depositTotal > 0 && hasChargeableCard ? chargeSavedCard(context, trader, topUp, key) : null
}
