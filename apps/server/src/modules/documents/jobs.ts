import type { JobDefinition } from '../../platform/jobs/job.ts'
import type { DocumentsService } from './service.ts'

type Services = { readonly documents: DocumentsService }

export const documentsJobs: readonly JobDefinition<Services>[] = [
  {
    name: 'documents.clean_up',
    schedule: '*/10 * * * *',
    summary: 'removes unfinished uploads and repeats failed deletions',
    whileItFails: 'files stay stored',
    run: ({ documents }) => documents.cleanUp(),
  },
]
