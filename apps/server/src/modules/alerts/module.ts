import type { ServerModule } from '../../context.ts'
import { deliverAlerts } from './deliver-alerts.ts'

export const alertsModule: ServerModule = {
  jobs: [
    {
      name: 'alerts.deliver',
      schedule: '* * * * *',
      summary: 'logs new alerts and mails them to the setting `support_email`, at most one mail in 10 min',
      whileItFails: 'alerts are seen only by `npm run ops -- alerts` and in `/readyz`',
      run: deliverAlerts,
    },
  ],
}
