import { type Job, defineJob } from '../../platform/jobs/job.ts'
import type { DepositsService } from './service.ts'

/** Cron schedules have no seconds. */
const dueWorkPauseMs = 1000

export function createDepositsJobs(deposits: DepositsService): Job[] {
  return [defineJob({ name: 'deposits.process_due_work', everyMs: dueWorkPauseMs, run: deposits.processDueWork })]
}
