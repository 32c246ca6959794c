import { toErrorGroupKey, redactUrl, redactText } from '@tradefront/rules/telemetry/redact'

import type { AppContext } from '../../context.ts'
import { dayMs } from '../../platform/clock.ts'
import { sha256 } from '../../platform/crypto/sha256.ts'
import { deleteErrorsBefore, upsertError } from './store.ts'

/** spec: funding 7 */
export type BrowserErrorReport = {
  readonly error: string
  readonly url: string
  readonly lineNumber: number
  readonly column: number
  readonly object: string
}

const maxGroups = 500
/** A group of errors is kept for this time after its last error. */
const retentionMs = 30 * dayMs

/** Records an error. Other clients than our page can send one. */
export async function recordError(
  { db, clock }: AppContext,
  report: BrowserErrorReport,
  userAgent: string,
): Promise<void> {
  const message = redactText(report.error, 1000)
  const url = redactUrl(report.url, 500)
  const object = redactText(report.object, 4000)
  const { lineNumber: line, column } = report
  const fingerprint = sha256(toErrorGroupKey({ error: message, url, lineNumber: line, column }))
  const error = { message, url, line, column, object, userAgent: redactText(userAgent, 300) }
  await upsertError(db, fingerprint, error, clock.now(), maxGroups)
}

export function deleteExpiredErrors({ db, clock }: AppContext) {
  return deleteErrorsBefore(db, new Date(clock.now().getTime() - retentionMs))
}
