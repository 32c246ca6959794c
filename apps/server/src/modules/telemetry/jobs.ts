import { type Job, defineJob } from '../../platform/jobs/job.ts'
import type { TelemetryService } from './service.ts'

export function createTelemetryJobs(telemetry: TelemetryService): Job[] {
  return [defineJob({ name: 'telemetry.delete_expired', schedule: '17 * * * *', run: telemetry.deleteExpired })]
}
