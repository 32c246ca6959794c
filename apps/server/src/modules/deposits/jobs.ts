import { type Job, defineJob } from '../../platform/jobs/job.ts'
import type { DepositsService } from './service.ts'

/** Payments wait for seconds, which a cron schedule does not support. */
const dueWorkPauseMs = 1000

export function createDepositsJobs(deposits: DepositsService): Job[] {
  return [defineJob({ name: 'deposits.process_due_work', everyMs: dueWorkPauseMs, run: deposits.processDueWork })]
}
