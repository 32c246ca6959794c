import type { JobDefinition } from '../../platform/jobs/job.ts'
import type { MarksService } from './service.ts'

type Services = { readonly marks: MarksService }

export const marksJobs: readonly JobDefinition<Services>[] = [
  {
    name: 'marks.delete_expired',
    schedule: '20 3 * * *',
    summary: 'deletes marks of addresses that were not seen for 30 days, and of browsers not seen for 200 days',
    whileItFails: 'rows stay; old addresses link no accounts anyway',
    run: ({ marks }) => marks.deleteExpired(),
  },
]
