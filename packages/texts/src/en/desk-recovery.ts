/** Backups and restored copies, at the operators’ desk. */
export const deskRecovery = {
  'desk_recovery.title': 'Recovery',
  'desk_recovery.lead': 'A restored database moves no money until two operators have compared it with the statements.',
  'desk_recovery.none': 'The database is in use. Money moves as usual.',
  'desk_recovery.held': 'Quarantine: no money moves',
  'desk_recovery.held_text':
    'This database can be a copy of the past. Deposits, trades, payouts, mails to traders and webhooks wait.',
  'desk_recovery.checking': 'The database is being checked: no money moves',
  'desk_recovery.checking_text':
    'No server was running for a while. The servers compare the statements, and go on by themselves if nothing is missing.',
  'desk_recovery.what_to_do': 'What to do',
  'desk_recovery.cause_restored': 'The database was restored from a backup. What happened after the backup is missing.',
  'desk_recovery.cause_silence':
    'No server was running for a while, so this can be an old copy. The servers compare the statements of all processors since then. If these have no charge that the database does not know, money moves again by itself, within five minutes at most.',
  'desk_recovery.cause_unknown_charges':
    'The statements of processors have charges that the database does not know. It is an old copy, or another installation uses the same account of a processor.',
  'desk_recovery.cause_lost_writes':
    'What a server had written is gone. The database was replaced by an older copy, or by a standby that had not received everything.',
  'desk_recovery.since': 'In quarantine since',
  'desk_recovery.known_until': 'The database knows what happened until',
  'desk_recovery.unknown_charges': 'Charges that it does not know',
  'desk_recovery.step_statements':
    'Make sure that no other copy of the site is running. Then get the statements of all processors, payout providers and banks from that time until now, and compare them under Reconciliation.',
  'desk_recovery.step_book':
    'Have processors refund charges that the database does not know, and book payments to the bank. Do not correct a balance for such a charge: a browser can repeat its payment, which would credit it twice. Your signed orders are done in quarantine; refunds and payouts are sent after it.',
  'desk_recovery.step_payouts':
    'Take what was paid out in the meantime from the balances of these traders by corrections, because the database shows this money as theirs.',
  'desk_recovery.step_release':
    'End the quarantine: two operators, each with the role payments or finance, sign it. Payouts, refunds and mails then go out within seconds, and processors send their webhooks again.',
  'desk_recovery.release_title': 'End the quarantine?',
  'desk_recovery.backups': 'Backups',
  'desk_recovery.no_backup': 'No backup has been made with “npm run ops -- backup”. Other tools are not counted here.',
  'desk_recovery.newest': 'The newest backup was made {time}.',
} as const
