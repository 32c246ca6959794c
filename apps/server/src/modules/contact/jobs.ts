import { type Job, defineJob } from '../../platform/jobs/job.ts'
import type { ContactService } from './service.ts'

export function createContactJobs(contact: ContactService): Job[] {
  return [defineJob({ name: 'contact.delete_expired', schedule: '27 3 * * *', run: contact.deleteExpired })]
}
