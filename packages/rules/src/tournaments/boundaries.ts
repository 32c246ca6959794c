const hourMs = 3_600_000
const weekMs = 7 * 24 * hourMs
const firstMondayMs = Date.UTC(2001, 0, 1)
/** Starts of tournaments as times after Monday 00:00: Monday 00:00, Friday 21:00, Sunday 21:00 (UTC). */
const starts = [0, 117 * hourMs, 165 * hourMs] as const

/** Lists the times in (`afterMs`, `untilMs`] at which tournaments begin and end, in order. The database has the same rule. */
export function listBoundaries(afterMs: number, untilMs: number): number[] {
  const found: number[] = []
  let monday = afterMs - ((((afterMs - firstMondayMs) % weekMs) + weekMs) % weekMs)
  for (; monday <= untilMs; monday += weekMs)
    found.push(...starts.map((start) => monday + start).filter((at) => at > afterMs && at <= untilMs))
  return found
}
