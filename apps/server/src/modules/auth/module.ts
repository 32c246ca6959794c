import type { ServerModule } from '../../context.ts'
import { accountSecurityRoutes } from './account-security-routes.ts'
import { passwordResetJob } from './password-reset.ts'
import { phoneRoutes } from './phone-routes.ts'
import { publishUserChanged } from '../../platform/realtime/user-events.ts'
import { authRoutes } from './routes.ts'

export const authModule: ServerModule = {
  routes: [
    async (app, context) => {
      const {
        services: { auth },
        config: { isHttps: secure },
        seal,
      } = context
      await app.register(
        authRoutes({ auth, publishUser: (userId) => publishUserChanged(context, userId), secure, seal }),
      )
      await app.register(accountSecurityRoutes({ auth, secure }))
      await app.register(phoneRoutes)
    },
  ],
  jobs: [
    {
      name: passwordResetJob,
      schedule: '* * * * *',
      summary: 'mails the links for a new password; also runs when one is requested',
      whileItFails: 'requests wait, and expire after 30 min',
      run: ({ services }) => services.auth.passwordResets.mailLinks(),
    },
    {
      name: 'auth.delete_expired',
      schedule: '*/15 * * * *',
      summary: 'deletes old failed log-ins, expired sessions and links',
      whileItFails: 'rows stay; expired ones are refused anyway',
      run: ({ services }) => services.auth.deleteExpired(),
    },
  ],
}
