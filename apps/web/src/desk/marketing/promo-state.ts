import type { DeskPromoCode } from '@tradefront/contract/desk-marketing'

export type PromoState = 'open' | 'planned' | 'used_up' | 'ended'

export function decidePromoState(code: DeskPromoCode, now: number): PromoState {
  if (code.endsAtMs !== null && code.endsAtMs <= now) return 'ended'
  if (code.maxUses !== null && code.uses >= code.maxUses) return 'used_up'
  return code.startsAtMs > now ? 'planned' : 'open'
}
