import { defineJob } from '../../platform/jobs/job.ts'
import type { DocumentsService } from './service.ts'

type Services = { readonly documents: DocumentsService }

export const documentsJobs = [
  defineJob({
    name: 'documents.clean_up',
    schedule: '*/10 * * * *',
    summary: 'removes unfinished uploads and repeats failed deletions',
    whileItFails: 'files stay stored',
    run: ({ documents }: Services) => documents.cleanUp(),
  }),
]
