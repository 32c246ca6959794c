import type { JobDefinition } from '../../platform/jobs/job.ts'
import type { TelemetryService } from './service.ts'

type Services = { readonly telemetry: TelemetryService }

export const telemetryJobs: readonly JobDefinition<Services>[] = [
  {
    name: 'telemetry.delete_expired',
    schedule: '17 * * * *',
    summary: 'deletes old browser errors',
    whileItFails: 'rows stay',
    run: ({ telemetry }) => telemetry.deleteExpired(),
  },
]
