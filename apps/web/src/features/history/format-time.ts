import type { PeriodUnit } from '@tradefront/rules/history/periods'

/** Creating one takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function getFormat(lang: string, zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${lang}/${zone}/${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(lang, { ...options, timeZone: zone })
  formats.set(key, format)
  return format
}

/** 22.11.2026, 14:05:09 in every language, as dates are entered. */
export function formatMoment(atMs: number, zone: string, hasSeconds = true): string {
  return getFormat('de-CH', zone, {
    ...{ day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...(hasSeconds && { second: '2-digit' }),
  }).format(atMs)
}

const unitFormats: Readonly<Record<PeriodUnit, Intl.DateTimeFormatOptions>> = {
  hour: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'short', year: 'numeric' },
}

/** For the axis of a picture. */
export function formatPeriod(atMs: number, unit: PeriodUnit, zone: string, lang: string): string {
  return getFormat(lang, zone, unitFormats[unit]).format(atMs)
}
