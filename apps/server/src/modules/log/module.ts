import type { ServerModule } from '../../context.ts'
import { appendEntries } from './append-entries.ts'
import { askWitnesses } from './ask-witnesses.ts'
import { alertAuditFaults, sealAuditEntries } from './audit-trail.ts'
import { logRoutes } from './routes.ts'
import { signCheckpoint } from './sign-checkpoint.ts'

export const logModule: ServerModule = {
  routes: [logRoutes],
  jobs: [
    {
      name: 'log.append_entries',
      everyMs: 10_000,
      summary:
        'appends what is new to the public log: commitments, seeds, states and rounds of simulated prices, roots of recorded prices, hashes of the totals of days, and heads of the audit trail',
      whileItFails: 'the public log stands still; later it has everything',
      run: appendEntries,
    },
    {
      name: 'log.sign_checkpoint',
      everyMs: 10_000,
      summary:
        'signs the public log if it has grown; raises `log.changed` if it does not continue what was signed before',
      whileItFails: 'nobody sees new entries of the public log',
      run: signCheckpoint,
    },
    {
      name: 'log.ask_witnesses',
      everyMs: 10_000,
      summary: 'sends the latest checkpoint of the public log to `LOG_WITNESSES`; raises `log.not_cosigned`',
      whileItFails: 'visitors see the last checkpoint without new cosignatures',
      run: askWitnesses,
    },
    {
      name: 'log.seal_audit_entries',
      everyMs: 1000,
      summary: 'adds new entries of the audit trail to its chain of hashes',
      whileItFails: 'who owns the database can change new entries without a trace; later they are sealed',
      runsInQuarantine: true,
      run: sealAuditEntries,
    },
    {
      name: 'log.check_audit_trail',
      schedule: '22 3 * * *',
      limitMinutes: 60,
      summary:
        'computes the chain of the audit trail again; raises `audit.changed` if an entry was changed, removed or added outside it, or the chain is not the logged one',
      whileItFails: 'a changed entry is only noticed by `npm run ops -- audit-check`',
      run: alertAuditFaults,
    },
  ],
}
