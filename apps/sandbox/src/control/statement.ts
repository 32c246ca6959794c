import type { ChargeLedger } from '../charges/charge-ledger.ts'
import { findChargeSimulator } from '../processors/find-charge-simulator.ts'

/** A row of a statement, with minor units and ISO 8601 in UTC. Only `succeeded` and `refunded` have moved money. */
export type StatementRow = {
  readonly kind: 'charge' | 'refund'
  readonly processor: string
  readonly ref: string
  readonly psp_ref: string
  readonly refund_ref: string
  readonly amount: number
  readonly currency: string
  readonly status: string
  readonly reason: string
  readonly last4: string
  /** Line on the statement of the card. Empty: the usual one. */
  readonly descriptor: string
  readonly created_at: string
  readonly updated_at: string
}

/** Lists all charges and refunds, oldest first. */
export function listStatementRows(ledger: ChargeLedger): StatementRow[] {
  const toTimestamps = (row: { createdAtMs: number; updatedAtMs: number }) => ({
    created_at: new Date(row.createdAtMs).toISOString(),
    updated_at: new Date(row.updatedAtMs).toISOString(),
  })
  const toProcessorName = (slug: string) => findChargeSimulator(slug)?.name ?? slug
  const charges = ledger.listCharges().map((charge) => ({
    kind: 'charge' as const,
    processor: toProcessorName(charge.slug),
    ref: charge.reference,
    psp_ref: charge.processorReference,
    refund_ref: '',
    amount: charge.amount,
    currency: charge.currency,
    status: charge.state === 'chargeback' ? 'succeeded' : charge.state,
    reason: charge.reason ?? '',
    last4: charge.last4,
    descriptor: charge.descriptor ?? '',
    ...toTimestamps(charge),
  }))
  const refunds = ledger.listRefunds().map((refund) => ({
    kind: 'refund' as const,
    processor: toProcessorName(refund.slug),
    ref: refund.reference,
    psp_ref: refund.processorReference,
    refund_ref: refund.refundReference,
    amount: refund.amount,
    currency: refund.currency,
    status: refund.status,
    reason: '',
    last4: '',
    descriptor: '',
    ...toTimestamps(refund),
  }))
  const chargedBack = new Set(
    ledger
      .listCharges()
      .flatMap(({ state, processorReference }) => (state === 'chargeback' ? [processorReference] : [])),
  )
  const chargebacks = charges
    .filter((row) => chargedBack.has(row.psp_ref))
    .map((row) => ({ ...row, kind: 'refund' as const, refund_ref: row.psp_ref, status: 'refunded' }))
  return [...charges, ...refunds, ...chargebacks].toSorted((left, right) =>
    left.created_at.localeCompare(right.created_at),
  )
}

const columns = [
  'kind',
  'processor',
  'ref',
  'psp_ref',
  'refund_ref',
  'amount',
  'currency',
  'status',
  'reason',
  'last4',
  'descriptor',
  'created_at',
  'updated_at',
] as const

/** Writes CSV with a header row; no value needs quotes. */
export function toStatementCsv(rows: readonly StatementRow[]): string {
  return [columns.join(','), ...rows.map((row) => columns.map((column) => row[column]).join(','))]
    .map((line) => `${line}\r\n`)
    .join('')
}
