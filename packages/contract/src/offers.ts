import * as z from 'zod/mini'

import { timeMs } from './wire.ts'

/** spec: account 4 and 9: 180 s limited, 3600 s risk-free. */
export const offer = z.object({
  name: z.enum(['limited', 'risk_free']),
  /** Server time; then it counts as ignored. */
  ends_at: timeMs,
  /** Bonus in percent of the deposit. */
  percent: z.number(),
  /** The promo code that accepting it stores. */
  promo: z.string(),
})
export type Offer = z.infer<typeof offer>
