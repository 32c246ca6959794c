import type { JobDefinition } from '../../platform/jobs/job.ts'
import type { AlertsService } from './service.ts'

export const alertsJobs: readonly JobDefinition<{ readonly alerts: AlertsService }>[] = [
  {
    name: 'alerts.deliver',
    schedule: '* * * * *',
    summary: 'logs new alerts and mails them to the setting `support_email`, at most one mail in 10 min',
    whileItFails: 'alerts are seen only by `npm run ops -- alerts` and in `/readyz`',
    run: ({ alerts }) => alerts.deliver(),
  },
]
