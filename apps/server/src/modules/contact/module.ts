import type { ServerModule } from '../../context.ts'
import { contactRoutes } from './routes.ts'
import { deleteExpiredRequests } from './service.ts'

export const contactModule: ServerModule = {
  routes: [contactRoutes],
  jobs: [
    {
      name: 'contact.delete_expired',
      schedule: '27 3 * * *',
      summary: 'deletes old contact requests',
      whileItFails: 'rows stay',
      run: deleteExpiredRequests,
    },
  ],
}
