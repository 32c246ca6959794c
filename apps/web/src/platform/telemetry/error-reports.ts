import { telemetryCalls } from '@tradefront/contract/telemetry'
import { groupOf, scrubAddress, scrubText } from '@tradefront/rules/telemetry/redact'

import { ApiError } from '../api/api-error.ts'

export type ErrorReport = {
  readonly error: string
  readonly url: string
  readonly lineNumber: number
  readonly column: number
  readonly object: string
}

/** One page sends no more than this, each error once, and never more than a few at a time. */
const mostPerPage = 20
const mostPerMinute = 5
const minuteMs = 60_000

/** What decides whether a report goes out; time is an argument. */
export type Outlet = { readonly admit: (report: ErrorReport, nowMs: number) => boolean }

/** A page that fails in a loop says so once, and many different failures at once do not flood the line. */
export function createOutlet(): Outlet {
  const told = new Set<string>()
  let recent: number[] = []
  return {
    admit: (report, nowMs) => {
      const group = groupOf(report)
      recent = recent.filter((at) => nowMs - at < minuteMs)
      if (told.has(group) || told.size >= mostPerPage || recent.length >= mostPerMinute) return false
      told.add(group)
      recent.push(nowMs)
      return true
    },
  }
}

/**
 * What was thrown as a report, without what belongs to the trader. Null for a call that did not succeed or was given up: the
 * screens say that, and for what another site's script did, of which nothing is known.
 */
export function reportOf(
  thrown: unknown,
  at: { readonly message?: string; readonly url?: string; readonly line?: number; readonly column?: number },
  page: string,
): ErrorReport | null {
  if (thrown instanceof ApiError || (thrown instanceof DOMException && thrown.name === 'AbortError')) return null
  if (thrown === undefined || thrown === null) {
    if (at.message === undefined || /^script error\.?$/i.test(at.message)) return null
  }
  const isError = thrown instanceof Error
  const message = isError ? `${thrown.name}: ${thrown.message}` : (at.message ?? describe(thrown))
  const stack = isError ? (thrown.stack ?? message) : describe(thrown)
  return {
    error: scrubText(printable(message), 1000),
    url: scrubAddress(printable(at.url ?? page), 500),
    lineNumber: place(at.line),
    column: place(at.column),
    object: scrubText(printable(`${stack}\npage ${scrubAddress(page, 500)}`), 4000),
  }
}

let wait = true
let held: ErrorReport[] = []
let csrfToken: () => string = () => ''
const outlet = createOutlet()

/** Hears everything that nobody caught, from the first line of the page on; `startErrorReports` lets it out. */
export function collectErrors(): void {
  window.addEventListener('error', (event) => {
    const { message, filename, lineno, colno } = event
    report(event.error, { message, url: filename, line: lineno, column: colno })
  })
  window.addEventListener('unhandledrejection', (event) => report(event.reason, {}))
}

/** Sends what has been collected, and what comes: from now on there is a token to send it with. */
export function startErrorReports(csrf: () => string): void {
  csrfToken = csrf
  wait = false
  for (const one of held.splice(0)) send(one)
}

/** Reports something that was caught by a screen that shows an error in its place. */
export function reportError(thrown: unknown): void {
  report(thrown, {})
}

function report(thrown: unknown, at: Parameters<typeof reportOf>[1]): void {
  const made = reportOf(thrown, at, location.href)
  if (made === null || !outlet.admit(made, Date.now())) return
  if (!wait) send(made)
  else if (held.length < mostPerMinute) held = [...held, made]
}

/** Nobody waits for it, and a failure of its own is nobody's business: it must not lead to another report. */
function send(body: ErrorReport): void {
  const { method, path } = telemetryCalls.error
  const headers = { 'content-type': 'application/json', 'x-csrf-token': csrfToken() }
  void fetch(path, { method, headers, body: JSON.stringify(body), credentials: 'same-origin', keepalive: true }).catch(
    () => undefined,
  )
}

function place(at: number | undefined): number {
  return at === undefined || !Number.isInteger(at) || at < 0 ? 0 : Math.min(at, 10_000_000)
}

function describe(thrown: unknown): string {
  try {
    return typeof thrown === 'object' ? JSON.stringify(thrown) : String(thrown)
  } catch {
    return 'something that cannot be written down'
  }
}

/** The contract takes no control characters but tabs and line ends. */
function printable(text: string): string {
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ' ')
}
