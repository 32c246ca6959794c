import { ok, refuse } from '@tradefront/rules/result'

import type { ServerModule } from '../../context.ts'
import { measureAlerts, resolveAlert } from './alert-store.ts'
import { deliverAlerts } from './deliver-alerts.ts'

export const alertsModule: ServerModule = {
  actions: {
    'alert.resolve': async ({ db, clock }, { alert }, by) =>
      (await resolveAlert(db, alert, by, clock.now())) ? ok() : refuse('desk.changed'),
  },
  measures: [measureAlerts],
  jobs: [
    {
      name: 'alerts.deliver',
      schedule: '* * * * *',
      summary: 'logs new alerts and mails them to the setting `support_email`, at most one mail in 10 min',
      whileItFails: 'alerts are seen only by `npm run ops -- alerts` and in `/readyz`',
      runsInQuarantine: true,
      run: deliverAlerts,
    },
  ],
}
