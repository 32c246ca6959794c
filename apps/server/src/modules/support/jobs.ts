import type { JobDefinition } from '../../platform/jobs/job.ts'
import type { SupportService } from './service.ts'

type Services = { readonly support: SupportService }

export const supportJobs: readonly JobDefinition<Services>[] = [
  {
    name: 'support.clean_up',
    schedule: '*/10 * * * *',
    summary:
      'removes attachments whose upload was not finished or that were not sent for a week, and repeats failed deletions',
    whileItFails: 'files stay stored',
    run: ({ support }) => support.cleanUp(),
  },
]
