import { type Job, defineJob } from '../../platform/jobs/job.ts'
import { passwordResetJob } from './password-reset.ts'
import type { AuthService } from './service.ts'

export function createAuthJobs(auth: AuthService): Job[] {
  return [
    defineJob({ name: passwordResetJob, schedule: '* * * * *', run: auth.passwordResets.mailLinks }),
    defineJob({ name: 'auth.delete_expired', schedule: '*/15 * * * *', run: auth.deleteExpired }),
  ]
}
