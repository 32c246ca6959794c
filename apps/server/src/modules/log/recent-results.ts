import { recentDays, type RecentResults, sumRecentResults } from '@tradefront/rules/landing/recent-results'
import * as z from 'zod'

import type { AppContext } from '../../context.ts'
import { dayMs, hourMs } from '../../platform/clock.ts'
import { shareResult } from '../../platform/share-result.ts'
import { listTotals } from './log-store.ts'

/** How long a result is shared. A day is counted an hour after its end. */
const sharedMs = hourMs

/** The part of a day's totals that is read here. */
const dayResults = z.object({
  traders: z.number(),
  trades: z.array(
    z.object({ currency: z.string(), state: z.string(), count: z.number(), stake: z.number(), returned: z.number() }),
  ),
})

/**
 * Returns how real trades of the last full days have ended, from the totals of which the log has the hashes. The result is shared for an
 * hour.
 */
export function createGetRecentResults(context: AppContext): () => Promise<RecentResults | null> {
  return shareResult(context.clock, sharedMs, async () => {
    const { db, clock } = context
    // The last day may not be counted yet.
    const since = new Date(clock.now().getTime() - (recentDays + 1) * dayMs).toISOString().slice(0, 10)
    const totals = await listTotals(db, since, recentDays)
    return sumRecentResults(totals.map((text) => dayResults.parse(JSON.parse(text))))
  })
}
