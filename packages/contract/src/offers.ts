import * as z from 'zod/mini'

import { timeMs } from './wire.ts'

/** A timed offer (spec: account 4 and 9): 180 s for the limited one, 3600 s for the risk-free one. */
export const offer = z.object({
  name: z.enum(['limited', 'risk_free']),
  /** On the server's clock; afterwards the offer counts as ignored. */
  ends_at: timeMs,
  /** Bonus in percent of the deposit. */
  percent: z.number(),
  /** The promo code that accepting it stores. */
  promo: z.string(),
})
export type Offer = z.infer<typeof offer>
