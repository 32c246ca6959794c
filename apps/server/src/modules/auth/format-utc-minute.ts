/** A time as mails say it: minutes, UTC. */
export function formatUtcMinute(at: Date): string {
  return at.toISOString().slice(0, 16).replace('T', ' ')
}
