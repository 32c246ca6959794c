const units = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const

/** E.g. “5 minutes ago”, “now” in the first minute. */
export function formatAgo(atMs: number, nowMs: number, locale: string): string {
  const passedMs = Math.max(0, nowMs - atMs)
  const [size, unit] = units.find(([each]) => passedMs >= each) ?? [1000, 'second']
  const count = unit === 'second' ? 0 : Math.floor(passedMs / size)
  return new Intl.RelativeTimeFormat(locale, { numeric: unit === 'second' ? 'auto' : 'always' }).format(-count, unit)
}

/** In the time zone of the browser, like all below. */
export function formatDateTime(atMs: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(atMs)
}

export function formatTime(atMs: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(atMs)
}

export function formatDay(atMs: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' }).format(atMs)
}

/** E.g. “Europe/Zurich, GMT+1”. */
export function describeTimeZone(nowMs: number, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZoneName: 'shortOffset' })
  const offset = format.formatToParts(nowMs).find(({ type }) => type === 'timeZoneName')?.value
  return [format.resolvedOptions().timeZone.replaceAll('_', ' '), offset].filter(Boolean).join(', ')
}
