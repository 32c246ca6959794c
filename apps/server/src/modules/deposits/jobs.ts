import { defineJob } from '../../platform/jobs/job.ts'
import type { AlertService, DepositsService } from './service.ts'

type Services = { readonly deposits: DepositsService; readonly alerts: AlertService }

export const depositsJobs = [
  defineJob({
    name: 'deposits.process_due_work',
    // Cron schedules have no seconds.
    everyMs: 1000,
    summary: 'inquires about undecided card payments, closes idle ones, sends refunds',
    whileItFails: 'payments stay in review, refunds stay due',
    run: ({ deposits }: Services) => deposits.processDueWork(),
  }),
  defineJob({
    name: 'deposits.deliver_alerts',
    schedule: '* * * * *',
    summary: 'logs new alerts and mails them to the setting `support_email`, at most one mail in 10 min',
    whileItFails: 'alerts are seen only by `npm run ops -- alerts` and in `/readyz`',
    run: ({ alerts }: Services) => alerts.deliver(),
  }),
]
