import { defineJob } from '../../platform/jobs/job.ts'
import type { DepositsService } from './service.ts'

type Services = { readonly deposits: DepositsService }

export const depositsJobs = [
  defineJob({
    name: 'deposits.process_due_work',
    // Cron schedules have no seconds.
    everyMs: 1000,
    summary: 'inquires about undecided card payments, closes idle ones, sends refunds',
    whileItFails: 'payments stay in review, refunds stay due',
    run: ({ deposits }: Services) => deposits.processDueWork(),
  }),
]
