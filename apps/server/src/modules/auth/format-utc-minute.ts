/** A time as mails say it: minutes, UTC. */
export function minuteOf(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ')
}
