import {
  type DepositGroup,
  depositGroups,
  type DepositMethod,
  depositMethods,
} from '@tradefront/rules/deposits/deposit-groups'

/** Filters of the list. Null: all deposits. */
export type ListFilters = {
  readonly state: DepositGroup | null
  readonly method: DepositMethod | null
  readonly period: Period | null
}

/** A number of days up to today, or a calendar year. */
export type Period = `${number}d` | `y${number}`

export const noFilters: ListFilters = { state: null, method: null, period: null }

const dayPeriods = ['30d', '90d'] as const
const periodPattern = /^(?:30d|90d|y20[0-9]{2})$/

/** Reads the filters of an address, and ignores everything else: anyone can write the address. */
export function parseFilters(search: Readonly<Record<string, unknown>>): ListFilters {
  return {
    state: depositGroups.find((group) => group === search['state']) ?? null,
    method: depositMethods.find((method) => method === search['method']) ?? null,
    period: isPeriod(search['period']) ? search['period'] : null,
  }
}

function isPeriod(value: unknown): value is Period {
  return typeof value === 'string' && periodPattern.test(value)
}

/** Writes filters for the address. Filters that are not set are left out. */
export function toSearch(filters: ListFilters): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))
}

/** Lists the periods: the last days, this year, and the years since the account was opened, newest first. */
export function listPeriods(nowMs: number, openedAtMs: number): Period[] {
  const thisYear = new Date(nowMs).getFullYear()
  const firstYear = Math.min(thisYear, new Date(openedAtMs).getFullYear())
  const years = Array.from({ length: thisYear - firstYear + 1 }, (_, index) => thisYear - index)
  return [...dayPeriods, ...years.map((year) => `y${year}` as const)]
}

export type ListQuery = {
  readonly state?: DepositGroup
  readonly method?: DepositMethod
  readonly from?: string
  readonly to?: string
}

/** Converts filters to a query, in local time. Days start at midnight, so that the same query can be cached. */
export function toListQuery({ state, method, period }: ListFilters, nowMs: number): ListQuery {
  return { state: state ?? undefined, method: method ?? undefined, ...toTimes(period, nowMs) }
}

function toTimes(period: Period | null, nowMs: number): Pick<ListQuery, 'from' | 'to'> {
  if (period === null) return {}
  const now = new Date(nowMs)
  const number = Number.parseInt(period.replace('y', ''), 10)
  if (!period.startsWith('y')) {
    return { from: String(new Date(now.getFullYear(), now.getMonth(), now.getDate() - number + 1).getTime()) }
  }
  return { from: String(new Date(number, 0, 1).getTime()), to: String(new Date(number + 1, 0, 1).getTime()) }
}
