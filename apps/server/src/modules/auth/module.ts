import type { ServerModule } from '../../context.ts'
import { accountActions } from './account-operator.ts'
import { accountSecurityRoutes } from './account-security-routes.ts'
import { mailResetLinks, passwordResetJob } from './password-reset.ts'
import { authRoutes } from './routes.ts'
import { deleteExpiredAccess } from './service.ts'

export const authModule: ServerModule = {
  actions: accountActions,
  routes: [authRoutes, accountSecurityRoutes],
  jobs: [
    {
      name: passwordResetJob,
      schedule: '* * * * *',
      summary: 'mails the links for a new password; also runs when one is requested',
      whileItFails: 'requests wait, and expire after 30 min',
      run: mailResetLinks,
    },
    {
      name: 'auth.delete_expired',
      schedule: '*/15 * * * *',
      summary: 'deletes old failed log-ins, expired sessions and links',
      whileItFails: 'rows stay; expired ones are refused anyway',
      run: deleteExpiredAccess,
    },
  ],
}
