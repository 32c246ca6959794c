type AlertDescription = {
  /** Completes "It is raised because …". */
  readonly meaning: string
  /** Tells the operator what to do; commands are in backticks. */
  readonly whatToDo: string
}

/** All alerts. `npm run generate` writes them into docs/money-incidents.md. */
export const alertKinds = {
  'deposit.suspense': {
    meaning: 'a processor took another amount or currency than the deposit asked for; the money is in suspense',
    whatToDo: '`accept REF` credits it to the trader, `refund REF` sends it back',
  },
  'deposit.second_charge': {
    meaning: 'a processor charged an attempt again: another processor reference or amount; that money is in suspense',
    whatToDo: 'check it with the processor’s support, then `refund REF --charge 2`',
  },
  'deposit.refund_due': {
    meaning: 'a second processor charged a deposit that already had its money; the refund has been started',
    whatToDo: 'check with `suspense` that the refund is confirmed within a day; otherwise ask the processor’s support',
  },
  'deposit.manual_review': {
    meaning: 'a processor gave no final answer about a charge for a week',
    whatToDo: 'ask the processor’s support, then `resolve REF --paid AMOUNT` or `resolve REF --unpaid`',
  },
  'claim.reported': {
    meaning: 'a trader has reported a payment by bank, WebMoney or coins; no processor can be asked about it',
    whatToDo:
      'look for the money at the bank or wallet, then `claims accept REF --received AMOUNT` or `claims reject REF --reason "…"`; it is resolved by the decision',
  },
  'deposit.refund_refused': {
    meaning: 'a processor refused to send money back; the money is in suspense again',
    whatToDo: 'ask the processor’s support why, then `refund REF` again or `accept REF`',
  },
  'deposit.taken_back': {
    meaning:
      'a processor or the card’s bank took charged money back without our request (refund, reversal or chargeback); it was taken from the trader’s account, with what was on hold for withdrawals, or from suspense',
    whatToDo:
      '`show REF` shows the amounts; what the trader had spent is owed: it blocks withdrawals and is taken from the next cash; contest a chargeback with the processor’s support',
  },
  'deposit.unexplained_return': {
    meaning:
      'a processor reports money as taken back that is not booked as received, has another amount, or was sent back already; nothing was booked',
    whatToDo:
      'ask the processor’s support what was paid and taken back; then `resolve REF --unpaid` if the attempt is in review, or `reconcile` with its statement',
  },
  'deposit.close_fails': {
    meaning: 'an abandoned deposit could not be closed for an hour; its trader cannot start another one',
    whatToDo: 'look for `background` in the log, and report the fault; the server keeps trying',
  },
  'attempt.inquiry_fails': {
    meaning: 'the server could not ask about a charge, or could not apply the answer, five times or more',
    whatToDo:
      'look for `background` in the log, and report the fault; if the processor was removed from the product, ask its support, then `resolve REF`',
  },
  'attempt.other_reference': {
    meaning:
      'a processor answered about a charge with another reference of its own than before; the answer was not applied, and the attempt is in doubt',
    whatToDo:
      'ask the processor’s support which charge is right, then `resolve REF --paid AMOUNT --reference REFERENCE` or `resolve REF --unpaid`',
  },
  'attempt.precheck_charge': {
    meaning:
      'the pre-check says, in a signed webhook, reply or answer, that it has charged a card, which it never does; nothing was credited',
    whatToDo: 'change the secret of this processor and ask its support who has sent it',
  },
  'refund.fails': {
    meaning: 'the server could not ask for a refund, or could not apply the answer, five times or more',
    whatToDo:
      'look for `background` in the log, and report the fault; the server keeps trying, and `ask REF` tries now',
  },
  'refund.unanswered': {
    meaning: 'a processor did not confirm a refund for a week',
    whatToDo: 'ask the processor’s support; the server keeps asking daily, and `ask REF` asks now',
  },
  'reply.unverified': {
    meaning:
      'a processor’s reply was not signed by it, or was about another charge or refund; nothing was applied, and its charges are asked about again. Or a relay of the beacon has replied with a round that is not signed; it was not used',
    whatToDo:
      'check `PROCESSOR_SECRETS` or `SANDBOX_SECRET`; if they are right, messages may be changed on the way: switch the processor off with `off NAME` and ask its support, or remove the relay from `BEACON_URLS`',
  },
  'statement.differs': {
    meaning:
      'a processor’s statement of a day and the ledger differ about a charge or refund, also after the processor was asked about it',
    whatToDo:
      '`reconcile` with the processor’s statement shows the difference; for a known reference `show REF` and `ask REF`, for an unknown one ask the processor’s support',
  },
  'statement.missing': {
    meaning: 'a processor’s statement of a day could not be fetched or read, six times in 8 h, so it was not compared',
    whatToDo: 'look for `background` in the log; get the statement from the processor, and compare it with `reconcile`',
  },
  'webhook.silent': {
    meaning:
      'a processor has charged cards for the time of the setting `webhook_silence_minutes`, and has sent no webhook about any of these charges; payments go on by inquiries, chargebacks are not seen',
    whatToDo:
      'check that the processor reaches `PUBLIC_URL`: certificate, firewall, the address in its own settings; the alert closes itself when webhooks arrive again',
  },
  'webhook.other_processor': {
    meaning: 'a processor sent a webhook about a charge of another processor; it was refused, and nothing was applied',
    whatToDo: 'ask the processor’s support; its secret may have leaked, so replace it in `PROCESSOR_SECRETS`',
  },
  'webhook.denied': {
    meaning:
      'a signed webhook said that money was taken or has gone back, and the processor denied it when it was asked; nothing was booked',
    whatToDo:
      'ask the processor’s support about this charge; if it has not sent the webhook, its secret has leaked: replace it in `PROCESSOR_SECRETS`. `reconcile` finds a charge that its answer leaves out',
  },
  'webhook.unknown_reference': {
    meaning:
      'a processor reports money that it took under a reference that the database does not have, e.g. after a fail-over that lost commits',
    whatToDo:
      'look for the reference in the processor’s statement; if the trader does not repeat the payment, have the processor’s support refund it; the webhook is applied as soon as the payment exists',
  },
  'webhook.not_applied': {
    meaning: 'a stored webhook could not be read or applied five times; its charge is still asked about by inquiries',
    whatToDo: 'look for `background` in the log, and report the fault; the server tries again every hour',
  },
  'crypto.not_credited': {
    meaning: 'a payment in coins has its confirmations, but could not be credited, or an invoice could not be ended',
    whatToDo: 'look for `background` in the log, and report the fault; the server keeps trying every second',
  },
  'crypto.node_silent': {
    meaning:
      'the chain of a coin has not been read up to its last block for 5 min, usually because its node does not answer or stands still: no new invoices are made, and payments are not seen',
    whatToDo:
      'look for `background` in the log; check `BTC_RPC_URL` or `ETH_RPC_URL` and the node. When it answers again, the server reads what it has missed, up to 500 blocks in each round, with a second between rounds',
  },
  'crypto.network_changed': {
    meaning:
      'the node of a coin follows another network than before; the open invoices of the old one have been ended, and their addresses are not watched any more',
    whatToDo:
      'if you have changed `BTC_RPC_URL` or `ETH_RPC_URL` to this network on purpose, resolve it; otherwise check that all servers have the same settings: two networks end each other’s invoices',
  },
  'rates.stale': {
    meaning:
      'the rate of a coin or currency is unknown or too old: no new invoices are made in it; traders with accounts in this currency cannot trade, nobody can register in it, and its prizes wait',
    whatToDo:
      'look for `background` in the log; check `RATES_URL` and `RATES_FIELDS`, for a currency `CURRENCY_RATES_URL` and `CURRENCY_RATES_FIELDS`',
  },
  'rates.held': {
    meaning:
      'the source has a rate of a coin or currency that differs too much from the ones before (setting `rate_jump_percents`): nothing is converted until the readings of `rate_confirm_seconds` agree with it; the alert names both rates',
    whatToDo:
      'compare with another source. If the new rate is right, wait, or have two operators confirm it at the desk, under Exchange rates; if it is wrong, check the source',
  },
  'crypto.overpaid': {
    meaning:
      'more than twice the amount of an invoice has arrived; what its rate does not cover is credited at the lower of that rate and the rate when it was mined',
    whatToDo:
      '`show REF` shows the payments; ask the trader whether it was a mistake before the money is traded, then resolve it',
  },
  'crypto.differs': {
    meaning: 'the nightly check found a payment in coins that is credited and not booked, or booked and not credited',
    whatToDo:
      'change nothing by hand: keep a backup, look in `audit` and the database’s log for who changed what, and report the fault',
  },
  'crypto.credited_lost': {
    meaning:
      'a payment in coins was credited, and its block was replaced by one without it (reorganisation); it can still be confirmed again',
    whatToDo:
      'look for the transaction in a block explorer; if it was replaced by another one, take the money back with `reverse REF`, and consider more confirmations (setting `crypto_confirmations`)',
  },
  'card.unconfirmed': {
    meaning: 'a trader has used all attempts for the code on the card statement; the card may be another person’s',
    whatToDo:
      'wait for the trader to write, and ask for a photo of the statement; then `statement-code TRADER confirm`, or `reset` for five more attempts: both resolve it',
  },
  'documents.waiting': {
    meaning:
      'documents of a trader wait longer than the setting `waiting_alert_hours`; until they are checked, the trader may not be able to trade or withdraw',
    whatToDo: '`documents` lists them, the oldest first; it is resolved by the decision about all files of the trader',
  },
  'withdrawal.late': {
    meaning: 'a withdrawal waits for an operator longer than the setting `waiting_alert_hours`',
    whatToDo: '`withdrawals show REF`, then approve or reject it; it is resolved by the decision',
  },
  'withdrawal.waiting': {
    meaning: 'a withdrawal waits for the approval of an operator; its money is on hold',
    whatToDo:
      '`withdrawals show REF` shows where the money goes and came from; then `withdrawals approve REF` or `withdrawals reject REF --reason "…"`; it is resolved by the decision',
  },
  'payout.unanswered': {
    meaning:
      'whether a payout was sent is not known after several inquiries, or its provider keeps losing orders; it is never sent twice',
    whatToDo:
      'ask the provider’s support about the reference in `withdrawals show REF`; then `withdrawals pay REF --payout N --reference REFERENCE` if it was sent, or `withdrawals return REF --payout N --reason "…"` if it was not and never will be',
  },
  'payout.refused': {
    meaning:
      'a provider or processor refused a payout; its money returns to the trader’s account when the other parts have ended',
    whatToDo: 'ask the provider’s support why; the trader can withdraw again',
  },
  'payout.after_chargeback': {
    meaning:
      'a charge was taken back after payouts to the same trader, or a refund of that charge, had been sent: those can’t be stopped',
    whatToDo:
      '`withdrawals show REF` shows the charges and what was sent; if a charge was refunded and taken back, contest the chargeback with the processor’s support',
  },
  'payout.contradiction': {
    meaning:
      'a provider’s answer contradicts the final state of a payout, e.g. it says paid after the money was returned to the trader',
    whatToDo:
      'ask the provider’s support about the reference in `withdrawals show REF`; if money was sent that is also back on the account, ask the provider to return it or the trader to pay it back',
  },
  'trading.clock_wrong': {
    meaning:
      'the clock of a server differs from that of the database by more than `clock_tolerance_ms`: it sells nothing',
    whatToDo: 'set the clock (NTP). It sells again within 10 s. `aheadMs` is negative if the clock is behind',
  },
  'trading.no_prices': {
    meaning:
      'no open market has had a price for 5 min: nothing can be bought. Trades that end are settled later if prices are simulated, and void after a minute if they come from a stream',
    whatToDo:
      'look for `background` in the log, and check the clock of the servers. With a stream check `MARKET_STREAM_URL`; otherwise check with `npm run ops -- beacon` that the relays of `BEACON_URLS` reply. If announced seeds differ, restore `market_secrets` from a backup, or use the `SECRET_KEY` it was sealed with',
  },
  'trading.not_closed': {
    meaning: 'a trade is still open five minutes after its expiry; the alert ends when the trade does',
    whatToDo:
      'look for `background` in the log: a server must run the job `trading.close_trades`, and prices must be known. If the database refuses to close one trade, keep a backup and report the fault; it closes at the right price later. A trade of a symbol that is not traded any more is void an hour after its expiry: until then, a server of the version that has the symbol still closes it',
  },
  'tournament.prizes_wait': {
    meaning:
      'a tournament has ended, and the currency of one of its winners has no rate, so that none of its prizes is paid; the alert names the trader and the currency',
    whatToDo:
      'check the rate with `exchange-rates`, and `CURRENCY_RATES_URL` and `CURRENCY_RATES_FIELDS`; the prizes are awarded as soon as there is a rate',
  },
  'tournament.item_due': {
    meaning:
      'a trader has won a prize that must be sent, e.g. an iPad; the alert ends when you have noted that it is sent',
    whatToDo: 'Prizes at the desk shows the winner: ask for the address by e-mail, send the prize, then note it there',
  },
  'tournament.prize_held': {
    meaning: 'a verified trader has won more cash than `approval_limit`; it is not paid before you decide',
    whatToDo:
      'Prizes at the desk shows it: look at the account and its trades, then two operators pay it, or one refuses it',
  },
  'recovery.quarantine': {
    meaning:
      'the database can be a copy of the past: it was restored, a statement has charges that it does not know, or what a server had written is gone. No money moves',
    whatToDo:
      'Recovery at the desk says why. Compare with the statements of all processors, book what is missing, and then end the quarantine ([guide](backup.md#after-a-restore)); the alert ends by itself',
  },
  'recovery.unchecked': {
    meaning:
      'no server had written for a while, and then a statement could not be fetched within five minutes, so an older copy of the database is not noticed at once; money moves again',
    whatToDo:
      'if the database was restored, stop the servers and restore it by `npm run ops -- restore`; otherwise look why the statement is missing, and compare it with `reconcile`',
  },
  'audit.changed': {
    meaning:
      'the audit trail is not what it was: an entry was changed, removed, added outside its chain of hashes or not sealed, or the chain is not the one in the public log',
    whatToDo:
      '`audit-check` lists the entries and seals; keep a backup, change nothing, and find out who had access as the owner of the database; entries that wait have no fault but a job that fails',
  },
  'log.changed': {
    meaning: 'entries of the public log differ from those that were signed before: no checkpoint is signed any more',
    whatToDo:
      'change nothing by hand: keep a backup, and look in the database’s log for who changed `log_entries` or `log_nodes`. If the database was restored from a backup, see [the public log](log.md#after-a-loss)',
  },
  'log.not_cosigned': {
    meaning: 'a witness of the public log did not cosign the latest checkpoint; the alert has its reply',
    whatToDo:
      'nothing if it is short: the server asks again every 10 s, and the alert ends with the next cosignature. Otherwise check `LOG_WITNESSES`, and ask who runs the witness whether it knows the key of the log (`/api/log`). A witness that has cosigned more entries than there are has seen a log that was lost: see [after a loss](log.md#after-a-loss)',
  },
  'setting.changed': {
    meaning: 'an operator changed a setting',
    whatToDo: 'Audit at the desk shows who did it and why; if it is wrong, set it back under Settings',
  },
  'provider.changed': {
    meaning: 'two operators have changed the address or the keys of a processor or payout provider',
    whatToDo:
      'Audit at the desk shows who did it and why; if it is wrong, connect it again, or disconnect it, under Connections',
  },
  'operator.emergency': {
    meaning:
      'somebody who has access to a machine of the site has used the operator’s command, without a signature, to move money, to get into the account of a trader, to accept an exchange rate, or to change a setting, an operator or a promo code',
    whatToDo:
      'Audit at the desk shows under `emergency` what it has changed, and why; ask the person whose account it was. If nobody knows about it, take the access away and undo the change',
  },
  'operator.rights_changed': {
    meaning: 'an operator was invited or disabled at the desk, or has other roles or passkeys',
    whatToDo:
      'Audit at the desk shows who did it and why: if you do not know about it, ask them, and disable whom you do not trust under Operators',
  },
  'history.sums_differ': {
    meaning:
      'the nightly check found a day or hour of a trader whose sums are not those of the movements or trades; totals of history or reports are wrong, balances are not concerned',
    whatToDo:
      'change nothing by hand: keep a backup, look in the database’s log for who changed what, and report the fault',
  },
  'ledger.difference': {
    meaning:
      'the nightly check found a balance, an entry or a capture that does not agree with the ledger; the alert has both amounts in minor units',
    whatToDo:
      'change nothing by hand: keep a backup, look in `audit` and the database’s log for who changed what, and report the fault',
  },
} as const satisfies Readonly<Record<string, AlertDescription>>

export type AlertKind = keyof typeof alertKinds

const unknownKind: AlertDescription = {
  meaning: 'raised by another version of the server',
  whatToDo: 'see docs/money-incidents.md of that version',
}

/** Describes the kind of a row. @param kind of a row */
export function describeAlertKind(kind: string): AlertDescription {
  const known: Readonly<Record<string, AlertDescription>> = alertKinds
  return known[kind] ?? unknownKind
}
