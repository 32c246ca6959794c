import type { JobDefinition } from '../../platform/jobs/job.ts'
import type { ContactService } from './service.ts'

type Services = { readonly contact: ContactService }

export const contactJobs: readonly JobDefinition<Services>[] = [
  {
    name: 'contact.delete_expired',
    schedule: '27 3 * * *',
    summary: 'deletes old contact requests',
    whileItFails: 'rows stay',
    run: ({ contact }) => contact.deleteExpired(),
  },
]
