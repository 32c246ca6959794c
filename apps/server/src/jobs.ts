import { createAuthJobs } from './modules/auth/jobs.ts'
import type { AuthService } from './modules/auth/service.ts'
import { createDepositsJobs } from './modules/deposits/jobs.ts'
import { createContactJobs } from './modules/contact/jobs.ts'
import type { ContactService } from './modules/contact/service.ts'
import { createDocumentsJobs } from './modules/documents/jobs.ts'
import { createMailJobs } from './modules/mail/jobs.ts'
import { createTelemetryJobs } from './modules/telemetry/jobs.ts'
import type { Job } from './platform/jobs/job.ts'
import type { Services } from './services.ts'

export type JobServices = Pick<Services, 'deposits' | 'documents' | 'mail' | 'telemetry'> & {
  readonly auth: AuthService
  readonly contact: ContactService
}

/** All background work of the server. */
export function createJobs({ auth, contact, deposits, documents, mail, telemetry }: JobServices): Job[] {
  return [
    ...createAuthJobs(auth),
    ...createDepositsJobs(deposits),
    ...createContactJobs(contact),
    ...createDocumentsJobs(documents),
    ...createMailJobs(mail),
    ...createTelemetryJobs(telemetry),
  ]
}
