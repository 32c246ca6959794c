import { sql } from 'kysely'

// When a deposit or capture changes, other modules write by functions of the database in their folders, called by name in the statement
// that writes. PostgreSQL runs `returning` for each row after it is written. A statement of its own would need a transaction, and four
// round trips instead of one.

/** Effects for `returning` of an update of deposits. If the user replaced a payment by another one, its card goes to the new payment. */
export const depositEndEffects = sql`
  case when new.card_id is not null and old.ended_at is null and new.state in ('succeeded', 'failed')
            and new.reason is distinct from 'deposits.superseded'
       then settle_card(new.card_id, new.state = 'succeeded', new.ended_at) end,
  case when new.method = 'crypto' and old.state <> new.state and new.state in ('succeeded', 'failed')
       then end_crypto_invoice(new.id, new.state = 'succeeded', new.updated_at) end,
  case when old.state <> new.state and new.state = 'failed' then record_ended_deposit(new.id) end`

/** Effects for `returning` of an insert of captures. A card that the trader chose to save is a saved card from its first charge on. */
export const newCaptureEffects = sql`mark_card_charged(deposit_id, created_at)`

/** Effects for `returning` of a statement that writes the status of captures. */
export const captureStatusEffects = sql`
  case when new.status in ('credited', 'credited_late', 'credited_part') then prove_payer_mark(new.attempt_id) end`
