import type { ServerModule } from '../../context.ts'
import { chargebackReaders } from './chargeback-files.ts'
import { checkLedgerEntries } from './check-ledger-entries.ts'
import { closeIdleDeposits } from './close-idle-deposits.ts'
import { inquireDueAttempts } from './inquire-attempt.ts'
import { measurePayments } from './measure-payments.ts'
import { mailNotices } from './notices/mail-notices.ts'
import { applyDueWebhooks, deleteOldWebhooks } from './receive-webhook.ts'
import { sendDueRefunds } from './refunds/refund-captures.ts'
import { repairDueTimes } from './repair-due-times.ts'
import { depositActions } from './operator-actions.ts'
import { watchWebhooks } from './watch-webhooks.ts'
import { depositsRoutes } from './routes.ts'
import { compareFiles, compareStatements } from './statements/compare-statements.ts'
import { statementActions } from './statements/operator.ts'

// Cron schedules have no seconds.
const everyMs = 1000

export const depositsModule: ServerModule = {
  routes: [depositsRoutes],
  actions: { ...depositActions, ...statementActions },
  measures: [measurePayments],
  sealedReaders: chargebackReaders,
  jobs: [
    {
      name: 'deposits.apply_webhooks',
      everyMs,
      summary: 'applies stored webhooks whose first try failed',
      whileItFails: 'payments wait for the next inquiry',
      run: applyDueWebhooks,
    },
    {
      name: 'deposits.inquire_attempts',
      everyMs,
      summary: 'inquires about undecided payments',
      whileItFails: 'payments stay in review',
      run: inquireDueAttempts,
    },
    {
      name: 'deposits.send_refunds',
      everyMs,
      summary: 'asks processors for refunds that are due',
      whileItFails: 'refunds stay due',
      run: sendDueRefunds,
    },
    {
      name: 'deposits.close_idle',
      everyMs: 10_000,
      summary: 'closes abandoned deposits',
      whileItFails: 'their traders cannot start another deposit',
      run: closeIdleDeposits,
    },
    {
      name: 'deposits.mail_notices',
      everyMs: 5000,
      summary: 'mails traders how their payments ended',
      whileItFails: 'mails about payments wait',
      run: mailNotices,
    },
    {
      name: 'deposits.repair_due_times',
      schedule: '*/5 * * * *',
      summary: 'finds rows that were written by a server whose clock was ahead, and makes them due when they should be',
      whileItFails: 'such rows wait until the time that was written',
      run: repairDueTimes,
    },
    {
      name: 'deposits.compare_statements',
      schedule: '*/10 * * * *',
      summary:
        'from 03:20, fetches yesterday’s statements of the processors, asks about what differs from the ledger, and raises the rest; a statement that cannot be fetched is tried six times in 8 h',
      whileItFails: 'statements of up to seven days wait; until then differences are found only by `reconcile`',
      runsInQuarantine: true,
      run: compareStatements,
    },
    {
      name: 'deposits.watch_webhooks',
      schedule: '*/5 * * * *',
      summary: 'raises `webhook.silent` for processors that charge and send no webhooks, and closes it when they do',
      whileItFails: 'missing webhooks stay unnoticed; payments are decided by inquiries',
      run: watchWebhooks,
    },
    {
      name: 'deposits.compare_files',
      everyMs: 5000,
      summary: 'compares statements that operators have uploaded with the ledger',
      whileItFails: 'uploaded statements wait, and their days cannot be closed',
      runsInQuarantine: true,
      run: compareFiles,
    },
    {
      name: 'deposits.check_ledger_entries',
      schedule: '17 2 * * *',
      limitMinutes: 60,
      summary:
        'reads all ledger lines and captures in pieces: balances are the sums of their lines, entries balance, and captures agree with cash, suspense and clearing; raises `ledger.difference`',
      whileItFails: 'differences stay unnoticed; payments go on',
      runsInQuarantine: true,
      run: checkLedgerEntries,
    },
    {
      name: 'deposits.delete_webhooks',
      schedule: '47 3 * * *',
      summary: 'deletes applied webhooks after 90 days',
      whileItFails: 'rows stay',
      run: deleteOldWebhooks,
    },
  ],
}
