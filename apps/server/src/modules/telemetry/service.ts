import { createHash } from 'node:crypto'

import { toErrorGroupKey, redactUrl, redactText } from '@tradefront/rules/telemetry/redact'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { createTelemetryStore, type BrowserErrorGroup } from './store.ts'

/** As the call has it (spec: funding 7). */
export type BrowserErrorReport = {
  readonly error: string
  readonly url: string
  readonly lineNumber: number
  readonly column: number
  readonly object: string
}

/** Groups that are kept at most, and how long one that is not seen any more. */
const maxGroups = 500
const retentionMs = 30 * 86_400_000

export type TelemetryService = ReturnType<typeof createTelemetryService>

/** Errors that happened in browsers. */
export function createTelemetryService({ db, clock }: { db: Db; clock: Clock }) {
  const store = createTelemetryStore(db)
  return {
    /** Keeps a report with its like. The browser has taken secrets out; here they are taken out of what anybody may send. */
    recordError: async (report: BrowserErrorReport, userAgent: string): Promise<void> => {
      const message = redactText(report.error, 1000)
      const url = redactUrl(report.url, 500)
      const object = redactText(report.object, 4000)
      const { lineNumber: line, column } = report
      const fingerprint = createHash('sha256')
        .update(toErrorGroupKey({ error: message, url, lineNumber: line, column }))
        .digest()
      const error = { message, url, line, column, object, userAgent: redactText(userAgent, 300) }
      await store.upsertError(fingerprint, error, clock.now(), maxGroups)
    },

    /** The groups, latest first. */
    listErrorGroups: (limit: number): Promise<BrowserErrorGroup[]> => store.listErrorGroups(limit),

    deleteExpired: () => store.deleteErrorsBefore(new Date(clock.now().getTime() - retentionMs)),
  }
}
