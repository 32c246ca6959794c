import { type CalendarDate, parseDate } from '@internationalized/date'

/** Filters in the address. Days are YYYY-MM-DD; null: not set. The names of the choices depend on the screen. */
export type Filters<Name extends string = string> = {
  readonly from: CalendarDate | null
  readonly to: CalendarDate | null
  readonly choices: Readonly<Record<Name, string>>
}

/** Reads the filters of an address, and ignores everything else: anyone can write the address. */
export function parseFilters<Name extends string>(
  search: Readonly<Record<string, unknown>>,
  options: Readonly<Record<Name, readonly string[]>>,
): Filters<Name> {
  const [from, to] = [parseDay(search['from']), parseDay(search['to'])]
  const isOrdered = from === null || to === null || from.compare(to) <= 0
  const choices = Object.fromEntries(
    Object.entries<readonly string[]>(options).map(([name, values]) => [
      name,
      values.find((value) => value === search[name]) ?? '',
    ]),
  )
  return { from, to: isOrdered ? to : null, choices: choices as Record<Name, string> }
}

function parseDay(value: unknown): CalendarDate | null {
  if (typeof value !== 'string' || !/^20[0-9]{2}-[0-9]{2}-[0-9]{2}$/.test(value)) return null
  try {
    return parseDate(value)
  } catch {
    return null
  }
}

/** Writes filters for the address. Filters that are not set are left out. */
export function toSearch({ from, to, choices }: Filters): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ from: from?.toString() ?? '', to: to?.toString() ?? '', ...choices }).filter(
      ([, value]) => value !== '',
    ),
  )
}

/** Sets days. An end before the start is cleared. Spec: account 5. */
export function withDays<F extends Filters>(
  filters: F,
  days: Pick<Filters, 'from' | 'to'>,
): { readonly filters: F; readonly isRefused: boolean } {
  const isRefused = days.from !== null && days.to !== null && days.from.compare(days.to) > 0
  return { filters: { ...filters, ...days, to: isRefused ? null : days.to }, isRefused }
}

export type Range = { readonly fromMs: number; readonly toMs: number }

/** Returns whole days of the time zone. Without days, the range is from the default start to now. */
export function toRange({ from, to }: Pick<Filters, 'from' | 'to'>, zone: string, defaults: Range): Range {
  const fromMs = from === null ? defaults.fromMs : from.toDate(zone).getTime()
  // The end of a day that is not over yet is now, so that later pages have the same rows.
  const endMs = to === null ? defaults.toMs : to.add({ days: 1 }).toDate(zone).getTime() - 1
  const toMs = Math.min(endMs, defaults.toMs)
  return { fromMs, toMs: Math.max(toMs, fromMs) }
}
