import { type Job, defineJob } from '../../platform/jobs/job.ts'
import type { CardsService } from './service.ts'

/** Card payments promise waits of seconds, which a cron schedule cannot keep. */
const dueWorkPauseMs = 1000

export function createCardsJobs(cards: CardsService): Job[] {
  return [defineJob({ name: 'cards.process_due_work', everyMs: dueWorkPauseMs, run: cards.processDueWork })]
}
