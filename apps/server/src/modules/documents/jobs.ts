import type { JobDefinition } from '../../platform/jobs/job.ts'
import type { DocumentsService } from './service.ts'

type Services = { readonly documents: DocumentsService; readonly checkWaitingDocuments: () => Promise<void> }

export const documentsJobs: readonly JobDefinition<Services>[] = [
  {
    name: 'documents.clean_up',
    schedule: '*/10 * * * *',
    summary: 'removes unfinished uploads and repeats failed deletions',
    whileItFails: 'files stay stored',
    run: ({ documents }) => documents.cleanUp(),
  },
  {
    name: 'documents.check_waiting',
    schedule: '*/10 * * * *',
    summary: 'raises `documents.waiting` for traders whose documents wait longer than `waiting_alert_hours`',
    whileItFails: 'operators get no reminder',
    run: ({ checkWaitingDocuments }) => checkWaitingDocuments(),
  },
]
