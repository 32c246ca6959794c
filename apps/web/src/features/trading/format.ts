/** Creating one takes far longer than using it. */
const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

function keepFormat<T extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, create: () => T): T {
  // A key is used for one kind of format only.
  const format = (formats.get(key) as T | undefined) ?? create()
  formats.set(key, format)
  return format
}

/** With all its decimals, e.g. 1.08420. */
export function formatPrice(price: number, digits: number, locale: string): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return keepFormat(`price/${locale}/${digits}`, () => new Intl.NumberFormat(locale, options)).format(price)
}

export function formatPercent(part: number, locale: string): string {
  const options = { style: 'percent', maximumFractionDigits: 1 } as const
  return keepFormat(`percent/${locale}`, () => new Intl.NumberFormat(locale, options)).format(part)
}

/** In the time zone of the browser. */
export function formatTime(atMs: number, locale: string, hasSeconds = true): string {
  const timeStyle = hasSeconds ? 'medium' : 'short'
  return keepFormat(`${timeStyle}/${locale}`, () => new Intl.DateTimeFormat(locale, { timeStyle })).format(atMs)
}

export function formatDateTime(atMs: number, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(atMs)
}

const exactTime = { hour: 'numeric', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 } as const

/** With milliseconds: whether a price came at or after an expiry can be seen. */
export function formatExactTime(atMs: number, locale: string): string {
  return keepFormat(`exact/${locale}`, () => new Intl.DateTimeFormat(locale, exactTime)).format(atMs)
}

export function formatExactDateTime(atMs: number, locale: string): string {
  const day = { year: 'numeric', month: 'short', day: 'numeric' } as const
  return new Intl.DateTimeFormat(locale, { ...day, ...exactTime }).format(atMs)
}

/** 0:42, 14:05, 3:14:05, 2 d 03:14:05 */
export function formatCountdown(leftMs: number, locale: string): string {
  const total = Math.max(0, Math.ceil(leftMs / 1000))
  const days = Math.floor(total / 86_400)
  const hours = Math.floor((total % 86_400) / 3600)
  const minutes = Math.floor((total % 3600) / 60)
  const two = (value: number): string => String(value).padStart(2, '0')
  const seconds = two(total % 60)
  if (days > 0) {
    const unit = new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'narrow' }).format(days)
    return `${unit} ${two(hours)}:${two(minutes)}:${seconds}`
  }
  return hours > 0 ? `${hours}:${two(minutes)}:${seconds}` : `${minutes}:${seconds}`
}

const units = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** 30 seconds, 5 minutes, 1 day. */
export function formatDuration(seconds: number, locale: string): string {
  const [size, unit] = units.find(([each]) => seconds % each === 0) ?? [1, 'second']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size)
}
