/** Part of a range that one point of a picture stands for. */
export const periodUnits = ['hour', 'day', 'week', 'month'] as const
export type PeriodUnit = (typeof periodUnits)[number]

const dayMs = 86_400_000

/** So that a picture has about a hundred points at most. */
export function choosePeriodUnit(fromMs: number, toMs: number): PeriodUnit {
  const days = (toMs - fromMs) / dayMs
  if (days <= 3) return 'hour'
  if (days <= 100) return 'day'
  return days <= 700 ? 'week' : 'month'
}

/** Whether `name` is a time zone such as `Europe/Zurich`. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
