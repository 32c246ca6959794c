/** Returns midnight before a time, in the time zone of the browser. */
export function getDayStart(atMs: number): number {
  return new Date(atMs).setHours(0, 0, 0, 0)
}
