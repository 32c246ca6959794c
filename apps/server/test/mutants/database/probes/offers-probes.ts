import { copyRow, type Probe } from './probe.ts'

export const offersProbes: Readonly<Record<string, Probe>> = {
  offers_bonus: { sql: copyRow('offers', `'promo', null`) },
  offers_opened: { sql: copyRow('offers', `'ends_at', null`) },
  offers_decided: { sql: copyRow('offers', `'decision', 'accepted'`) },
  offers_decision_check: { sql: copyRow('offers', `'decision', 'later', 'decided_at', now()`) },
  offers_name_check: { sql: copyRow('offers', `'name', 'endless'`) },
  offers_percent_check: { sql: copyRow('offers', `'percent', 101`) },
  offers_promo_check: { sql: copyRow('offers', `'promo', 'AB'`) },
}
