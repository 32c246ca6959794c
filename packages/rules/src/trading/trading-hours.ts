/** Opening hours in UTC. The week of currencies and metals runs from Sunday 21:00 to Friday 21:00 (spec: account 4). */
export const tradingHours = {
  always: null,
  week: { days: [1, 2, 3, 4, 5], from: '21:00', to: '21:00' },
  metals: { days: [1, 2, 3, 4, 5], from: '22:00', to: '21:00' },
  us: { days: [1, 2, 3, 4, 5], from: '13:30', to: '20:00' },
  europe: { days: [1, 2, 3, 4, 5], from: '07:00', to: '15:30' },
  japan: { days: [1, 2, 3, 4, 5], from: '00:00', to: '06:00' },
} as const

export type TradingHours = keyof typeof tradingHours
export const tradingHoursNames = ['always', 'week', 'metals', 'us', 'europe', 'japan'] as const satisfies TradingHours[]

/** `changesAtMs` is when it closes, or opens if it is closed. Null: it never closes. */
export type MarketState = { readonly isOpen: boolean; readonly changesAtMs: number | null }

const dayMs = 86_400_000
const weekMs = 7 * dayMs
/** This is 1970-01-04, a Sunday. */
const firstSundayMs = 3 * dayMs

/** Sessions of a week in ms from Sunday 00:00 UTC, in order; sessions without a gap are one. */
const sessions = Object.fromEntries(
  Object.entries(tradingHours).map(([name, hours]) => [name, hours === null ? null : listSessions(hours)]),
) as Record<TradingHours, readonly { readonly from: number; readonly to: number }[] | null>

export function getMarketState(hours: TradingHours, nowMs: number): MarketState {
  const week = sessions[hours]
  if (week === null) return { isOpen: true, changesAtMs: null }
  const sinceSunday = (nowMs - firstSundayMs) % weekMs
  const sundayMs = nowMs - sinceSunday
  for (const { from, to } of week) {
    if (sinceSunday < from) return { isOpen: false, changesAtMs: sundayMs + from }
    if (sinceSunday < to) return { isOpen: true, changesAtMs: sundayMs + to }
  }
  const [first] = week
  return { isOpen: false, changesAtMs: sundayMs + weekMs + (first?.from ?? 0) }
}

/** Lists the sessions that end on one of `days`. Hours that start later in the day than they end start on the day before. */
function listSessions(hours: { readonly days: readonly number[]; readonly from: string; readonly to: string }) {
  const from = toMs(hours.from)
  const to = toMs(hours.to)
  const all = hours.days.map((day) => ({ from: (from < to ? day : day - 1) * dayMs + from, to: day * dayMs + to }))
  return all.reduce<{ from: number; to: number }[]>((merged, session) => {
    const last = merged.at(-1)
    if (last?.to === session.from) last.to = session.to
    else merged.push({ ...session })
    return merged
  }, [])
}

function toMs(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}
