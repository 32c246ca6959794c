import { createHash } from 'node:crypto'

import { groupOf, scrubAddress, scrubText } from '@tradefront/rules/telemetry/redact'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { createTelemetryStore, type BrowserErrorGroup } from './store.ts'

/** As the call has it (spec: funding 7). */
export type Report = {
  readonly error: string
  readonly url: string
  readonly lineNumber: number
  readonly column: number
  readonly object: string
}

/** Groups that are kept at most, and how long one that is not seen any more. */
const maxGroups = 500
const keptMs = 30 * 86_400_000

export type TelemetryService = ReturnType<typeof createTelemetryService>

/** Errors that happened in browsers. */
export function createTelemetryService({ db, clock }: { db: Db; clock: Clock }) {
  const store = createTelemetryStore(db)
  return {
    /** Keeps a report with its like. The browser has taken secrets out; here they are taken out of what anybody may send. */
    note: async (report: Report, userAgent: string): Promise<void> => {
      const message = scrubText(report.error, 1000)
      const url = scrubAddress(report.url, 500)
      const object = scrubText(report.object, 4000)
      const { lineNumber: line, column } = report
      const fingerprint = createHash('sha256')
        .update(groupOf({ error: message, url, lineNumber: line, column }))
        .digest()
      const error = { message, url, line, column, object, userAgent: scrubText(userAgent, 300) }
      await store.note(fingerprint, error, clock.now(), maxGroups)
    },

    /** The groups, latest first. */
    list: (limit: number): Promise<BrowserErrorGroup[]> => store.list(limit),

    forget: () => store.forgetBefore(new Date(clock.now().getTime() - keptMs)),
  }
}
