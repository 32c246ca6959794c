import type { JobDefinition } from '../../platform/jobs/job.ts'
import { type MailService, deliverMailsJob } from './service.ts'

type Services = { readonly mail: MailService }

export const mailJobs: readonly JobDefinition<Services>[] = [
  {
    name: deliverMailsJob,
    schedule: '* * * * *',
    summary: 'sends mails; also runs when one is stored',
    whileItFails: 'mails wait, for up to two days',
    run: ({ mail }) => mail.deliver(),
  },
  {
    name: 'mail.delete_finished',
    schedule: '7 3 * * *',
    summary: 'deletes mails 30 days after they ended',
    whileItFails: 'rows stay',
    run: ({ mail }) => mail.deleteFinished(),
  },
]
