import { formatMoney } from '@tradefront/rules/ledger/format-money'
import { fromMinor } from '@tradefront/rules/ledger/money'
import type { FastifyRequest } from 'fastify'

import { getRequestLocale } from '../../platform/http/locale.ts'

/** An amount in the text of a refusal. */
export function formatLimit(minor: number, currency: string, request: FastifyRequest): string {
  return formatMoney(fromMinor(minor, currency), currency, getRequestLocale(request), { isWhole: true })
}
