import type { ServerModule } from '../../context.ts'
import { pushRoutes } from './routes.ts'
import { sendDueMessages } from './send-messages.ts'

export const pushModule: ServerModule = {
  routes: [pushRoutes],
  jobs: [
    {
      name: 'push.send_messages',
      everyMs: 1000,
      summary: 'sends messages to the push services of browsers, up to six times within two hours',
      whileItFails: 'notifications come later, for up to a day',
      run: sendDueMessages,
    },
  ],
}
