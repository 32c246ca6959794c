/** Units of time. A chart has one point for each. */
export const periodUnits = ['hour', 'day', 'week', 'month'] as const
export type PeriodUnit = (typeof periodUnits)[number]

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const quarterMs = 91 * dayMs

/** Chooses the unit, so that a chart has at most about a hundred points. */
export function choosePeriodUnit(fromMs: number, toMs: number): PeriodUnit {
  const days = (toMs - fromMs) / dayMs
  if (days <= 3) return 'hour'
  if (days <= 100) return 'day'
  return days <= 700 ? 'week' : 'month'
}

/**
 * Finds the whole UTC days or hours within a range that includes both of its ends: they begin at `firstMs` and end before `lastMs`. If
 * there is none, both come after the range.
 */
export function findWholePeriods(
  range: { readonly fromMs: number; readonly toMs: number },
  unit: 'day' | 'hour',
): { readonly firstMs: number; readonly lastMs: number } {
  const periodMs = unit === 'day' ? dayMs : hourMs
  const endMs = range.toMs + 1
  const firstMs = Math.ceil(range.fromMs / periodMs) * periodMs
  const lastMs = Math.floor(endMs / periodMs) * periodMs
  return firstMs < lastMs ? { firstMs, lastMs } : { firstMs: endMs, lastMs: endMs }
}

/** Returns whether hours begin at the same time as in UTC. In India they do not, and in some zones only in summer. */
export function hasUtcHours(
  zone: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): boolean {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, minute: 'numeric' })
  const startMs = Math.floor(fromMs / hourMs) * hourMs
  for (let ms = startMs; ms < toMs + quarterMs; ms += quarterMs) if (format.format(ms) !== '0') return false
  return true
}

/** Returns whether `name` is a time zone such as `Europe/Zurich`. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
