import { type Job, defineJob } from '../../platform/jobs/job.ts'
import type { DocumentsService } from './service.ts'

export function createDocumentsJobs(documents: DocumentsService): Job[] {
  return [defineJob({ name: 'documents.clean_up', schedule: '*/10 * * * *', run: documents.cleanUp })]
}
