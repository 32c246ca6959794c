import type { JobDefinition } from '../../platform/jobs/job.ts'
import { passwordResetJob } from './password-reset.ts'
import type { AuthService } from './service.ts'

type Services = { readonly auth: AuthService }

export const authJobs: readonly JobDefinition<Services>[] = [
  {
    name: passwordResetJob,
    schedule: '* * * * *',
    summary: 'mails the links for a new password; also runs when one is requested',
    whileItFails: 'requests wait, and expire after 30 min',
    run: ({ auth }) => auth.passwordResets.mailLinks(),
  },
  {
    name: 'auth.delete_expired',
    schedule: '*/15 * * * *',
    summary: 'deletes old failed log-ins, expired sessions and links',
    whileItFails: 'rows stay; expired ones are refused anyway',
    run: ({ auth }) => auth.deleteExpired(),
  },
]
