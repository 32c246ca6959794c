import type { ServerModule } from '../../context.ts'
import { cleanUpAttachments } from './attachments.ts'
import { measureTickets } from './desk-store.ts'
import { supportActions } from './desk-actions.ts'
import { supportReaders } from './desk-readers.ts'
import { supportRoutes } from './routes.ts'

export const supportModule: ServerModule = {
  routes: [supportRoutes],
  actions: supportActions,
  sealedReaders: supportReaders,
  measures: [measureTickets],
  jobs: [
    {
      name: 'support.clean_up',
      schedule: '*/10 * * * *',
      summary:
        'removes attachments whose upload was not finished or that were not sent for a week, and repeats failed deletions',
      whileItFails: 'files stay stored',
      run: cleanUpAttachments,
    },
  ],
}
