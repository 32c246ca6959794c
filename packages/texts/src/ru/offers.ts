import type { offers as en } from '../en/offers.ts'

export const offers: Record<keyof typeof en, string> = {
  'offers.over': 'Срок этого предложения истёк.',
}
