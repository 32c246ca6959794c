import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'
import type { Currency } from '@tradefront/rules/ledger/money'

import type { CryptoWorld } from './crypto-world.ts'

/** An invoice with amounts in minor units, but `due` in satoshi or wei. */
export type InvoiceRow = {
  readonly guid: string
  readonly userId: number
  readonly coin: InvoiceCoin
  readonly currency: Currency
  readonly address: string
  readonly due: string
  /** Amount that was requested. */
  readonly amount: number
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly endedAt: Date | null
  readonly state: string
  readonly reason: string | null
  readonly bonus: number
  /** Money that is still on the account or owed by the trader. */
  readonly captured: number
  /** Number of captures, including those that were taken back. */
  readonly captures: number
  /** True if the payment that has completed the amount is still there. */
  readonly hasBonus: boolean
  readonly clearing: number
  readonly cash: number
  /** Money that was taken back, and already spent. */
  readonly receivable: number
  readonly bonusBooked: number
  /** Bonus of a promo code that was used with the invoice. */
  readonly promo: number
  readonly requirements: number
  /** True if an alert says that far too much has arrived. */
  readonly hasOverpaidAlert: boolean
  readonly receipts: readonly {
    readonly output: string
    readonly value: string
    readonly state: string
    readonly arrivedAt: string
    readonly minedAt: string | null
    /** Credit of the payment. Null: it was not credited. */
    readonly capture: {
      readonly number: number
      readonly amount: number
      readonly at: string
      readonly reversedAt: string | null
    } | null
    readonly captures: number
    readonly isOnAccount: boolean
  }[]
}

/** Reads invoices in the order in which they were made. Tokens are left out. */
export async function readInvoices({ pool, invoices }: CryptoWorld): Promise<InvoiceRow[]> {
  const { rows } = await pool.query<InvoiceRow>(
    `select i.guid, i.user_id as "userId", i.coin, i.currency, i.address, i.amount_due::text as due, d.amount,
            i.created_at as "createdAt", i.expires_at as "expiresAt", i.ended_at as "endedAt", d.state, d.reason, d.bonus,
            c.captured, c.captures, c."hasBonus", m.clearing, m.cash, m.receivable, m."bonusBooked",
            (select coalesce(sum(p.bonus), 0)::bigint from promo_deposit_bonuses p where p.deposit_id = d.id) as promo,
            (select count(*)::integer from wagering_requirements
              where source = 'deposit:' || d.id and cancelled_at is null) as requirements,
            exists (select from alerts where kind = 'crypto.overpaid' and subject = 'attempt:' || a.id) as "hasOverpaidAlert",
            (select coalesce(json_agg(json_build_object('output', r.txid || ':' || r.output, 'value', r.value::text, 'state', r.state,
                      'arrivedAt', r.arrived_at, 'minedAt', r.mined_at,
                      'capture', (select json_build_object('number', o.number, 'amount', o.amount, 'at', o.created_at,
                                           'reversedAt', case o.status when 'reversed' then o.updated_at end)
                                    from captures o where o.attempt_id = a.id and o.processor_reference = r.txid || ':' || r.output),
                      'captures', (select count(*) from captures o where o.processor_reference = r.txid || ':' || r.output),
                      'isOnAccount', exists (select from captures o where o.processor_reference = r.txid || ':' || r.output
                                              and o.status in ('credited', 'credited_part'))) order by r.id), '[]')
               from crypto_receipts r where r.guid = i.guid and r.token = '') as receipts
       from crypto_invoices i join deposits d on d.id = i.deposit_id join attempts a on a.deposit_id = d.id,
            lateral (select count(*)::integer as captures,
                            coalesce(sum(amount) filter (where status in ('credited', 'credited_part')), 0)::bigint as captured,
                            coalesce(bool_or(status = 'credited'), false) as "hasBonus"
                       from captures where attempt_id = a.id) c,
            lateral (select coalesce(sum(amount) filter (where account = 'crypto_clearing'), 0)::bigint as clearing,
                            coalesce(sum(amount) filter (where account = 'cash'), 0)::bigint as cash,
                            -coalesce(sum(amount) filter (where account = 'debt'), 0)::bigint as receivable,
                            coalesce(sum(amount) filter (where account = 'bonus'), 0)::bigint as "bonusBooked"
                       from attempt_movements where attempt_id = a.id) m
      where i.guid = any($1) order by array_position($1, i.guid)`,
    [invoices.map(({ guid }) => guid)],
  )
  return rows
}
