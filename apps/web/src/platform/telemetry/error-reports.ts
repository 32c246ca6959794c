import { telemetryCalls } from '@tradefront/contract/telemetry'
import { toErrorGroupKey, redactUrl, redactText } from '@tradefront/rules/telemetry/redact'

import { ApiError } from '../api/api-error.ts'

export type ErrorReport = {
  readonly error: string
  readonly url: string
  readonly lineNumber: number
  readonly column: number
  readonly object: string
}

/** Limits of reports. Each error is sent once. */
const maxPerPage = 20
const maxPerMinute = 5
const minuteMs = 60_000

export type ReportLimiter = { readonly tryAcquire: (report: ErrorReport, nowMs: number) => boolean }

/** Creates a limiter for pages that fail in a loop. */
export function createReportLimiter(): ReportLimiter {
  const reportedGroups = new Set<string>()
  let recent: number[] = []
  return {
    tryAcquire: (report, nowMs) => {
      const group = toErrorGroupKey(report)
      recent = recent.filter((at) => nowMs - at < minuteMs)
      if (reportedGroups.has(group) || reportedGroups.size >= maxPerPage || recent.length >= maxPerMinute) return false
      reportedGroups.add(group)
      recent.push(nowMs)
      return true
    },
  }
}

/**
 * Converts an error to a report without personal data. Null for failed and aborted calls, which screens show, and for scripts of other
 * sites.
 */
export function toErrorReport(
  thrown: unknown,
  at: { readonly message?: string; readonly url?: string; readonly line?: number; readonly column?: number },
  page: string,
): ErrorReport | null {
  if (thrown instanceof ApiError || (thrown instanceof DOMException && thrown.name === 'AbortError')) return null
  if (thrown === undefined || thrown === null) {
    if (at.message === undefined || /^script error\.?$/i.test(at.message)) return null
  }
  const isError = thrown instanceof Error
  const message = isError ? `${thrown.name}: ${thrown.message}` : (at.message ?? describeThrown(thrown))
  const stack = isError ? (thrown.stack ?? message) : describeThrown(thrown)
  return {
    error: redactText(replaceControlCharacters(message), 1000),
    url: redactUrl(replaceControlCharacters(at.url ?? page), 500),
    lineNumber: clampPosition(at.line),
    column: clampPosition(at.column),
    object: redactText(replaceControlCharacters(`${stack}\npage ${redactUrl(page, 500)}`), 4000),
  }
}

let isWaiting = true
let pendingReports: ErrorReport[] = []
let csrfToken: () => string = () => ''
const limiter = createReportLimiter()

/** Collects errors until `startErrorReports` sends them. */
export function listenForErrors(): void {
  window.addEventListener('error', (event) => {
    const { message, filename, lineno, colno } = event
    reportThrown(event.error, { message, url: filename, line: lineno, column: colno })
  })
  window.addEventListener('unhandledrejection', (event) => reportThrown(event.reason, {}))
}

/** Sends the errors. That needs the CSRF token, so it starts later. */
export function startErrorReports(csrf: () => string): void {
  csrfToken = csrf
  isWaiting = false
  for (const one of pendingReports.splice(0)) sendReport(one)
}

/** Reports an error, unless it is an ApiError. */
export function reportError(thrown: unknown): void {
  reportThrown(thrown, {})
}

function reportThrown(thrown: unknown, at: Parameters<typeof toErrorReport>[1]): void {
  const errorReport = toErrorReport(thrown, at, location.href)
  if (errorReport === null || !limiter.tryAcquire(errorReport, Date.now())) return
  if (!isWaiting) sendReport(errorReport)
  else if (pendingReports.length < maxPerMinute) pendingReports = [...pendingReports, errorReport]
}

/** Sends a report. A failed report must not cause another. */
function sendReport(body: ErrorReport): void {
  const { method, path } = telemetryCalls.reportError
  const headers = { 'content-type': 'application/json', 'x-csrf-token': csrfToken() }
  void fetch(path, { method, headers, body: JSON.stringify(body), credentials: 'same-origin', keepalive: true }).catch(
    () => undefined,
  )
}

function clampPosition(at: number | undefined): number {
  return at === undefined || !Number.isInteger(at) || at < 0 ? 0 : Math.min(at, 10_000_000)
}

function describeThrown(thrown: unknown): string {
  try {
    return typeof thrown === 'object' ? JSON.stringify(thrown) : String(thrown)
  } catch {
    return 'something that cannot be written down'
  }
}

/** Replaces the control characters that the contract rejects: all except tabs and line ends. */
function replaceControlCharacters(text: string): string {
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ' ')
}
