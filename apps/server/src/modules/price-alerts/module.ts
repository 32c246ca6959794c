import type { ServerModule } from '../../context.ts'
import { createCheckAlerts } from './check-alerts.ts'
import { deleteOldAlerts } from './manage-alerts.ts'
import { priceAlertsRoutes } from './routes.ts'

export const priceAlertsModule: ServerModule = {
  routes: [priceAlertsRoutes],
  jobs: [
    {
      name: 'price-alerts.check',
      everyMs: 1000,
      summary:
        'ends price alerts whose price was reached or whose 30 days are over, and stores their mails and push messages',
      whileItFails: 'price alerts come later, with the time at which their price was reached',
      createRun: createCheckAlerts,
    },
    {
      name: 'price-alerts.delete_ended',
      schedule: '53 3 * * *',
      summary: 'deletes price alerts 30 days after their end',
      whileItFails: 'rows stay',
      run: deleteOldAlerts,
    },
  ],
}
