import type { Format } from '../../../platform/i18n/format.ts'
import type { Translate } from '../../../platform/i18n/i18n.ts'
import type { TicketProblem } from './ticket-rules.ts'

export function describeProblem(
  { key, amount }: TicketProblem,
  currency: string,
  t: Translate,
  format: Format,
): string {
  return t(key, amount === undefined ? {} : { amount: format.money(amount, currency, { isWhole: true }) })
}
