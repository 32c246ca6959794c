/** In the time zone of the browser, without the year if it is this one. */
export function formatWhen(atMs: number, nowMs: number, locale: string): string {
  const isToday = new Date(atMs).toDateString() === new Date(nowMs).toDateString()
  const isThisYear = new Date(atMs).getFullYear() === new Date(nowMs).getFullYear()
  return new Intl.DateTimeFormat(locale, {
    ...(!isToday && { day: 'numeric', month: 'short' }),
    ...(!isThisYear && { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(atMs)
}
