import { type Job, defineJob } from '../../platform/jobs/job.ts'
import { type MailService, deliverMailsJob } from './service.ts'

export function createMailJobs(mail: MailService): Job[] {
  return [
    defineJob({ name: deliverMailsJob, schedule: '* * * * *', run: mail.deliver }),
    defineJob({ name: 'mail.delete_finished', schedule: '7 3 * * *', run: mail.deleteFinished }),
  ]
}
