import type { ServerModule } from '../../context.ts'
import { deliverMails, deliverMailsJob } from './deliver-mails.ts'
import { mailActions } from './operator.ts'
import { mailRoutes } from './routes.ts'
import { deleteFinished } from './service.ts'
import { measureMails } from './store.ts'

export const mailModule: ServerModule = {
  routes: [mailRoutes],
  measures: [measureMails],
  actions: mailActions,
  jobs: [
    {
      name: deliverMailsJob,
      schedule: '* * * * *',
      summary: 'sends mails, and in quarantine only those about alerts; also runs when one is stored',
      whileItFails: 'mails wait, for up to two days',
      runsInQuarantine: true,
      run: deliverMails,
    },
    {
      name: 'mail.delete_finished',
      schedule: '7 3 * * *',
      summary: 'deletes mails 30 days after they ended',
      whileItFails: 'rows stay',
      run: deleteFinished,
    },
  ],
}
