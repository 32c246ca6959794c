import { locales, type OfferedLocale } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'

export const newsCategories = ['currencies', 'markets', 'crypto'] as const
export type NewsCategory = (typeof newsCategories)[number]

export type SampleArticle = {
  readonly id: string
  readonly title: string
  readonly lead: string
  readonly html: string
  readonly atMs: number
}

export type SampleEvent = {
  readonly id: string
  /** Time in ISO 8601. */
  readonly at: string
  /** Title by language. */
  readonly title: Readonly<Record<string, string>>
  readonly currency: string
  readonly importance: 'low' | 'medium' | 'high'
  readonly previous: string
  readonly forecast: string
  /** Null before the time of the event. */
  readonly actual: string | null
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const articleNumbers = [1, 2, 3, 4] as const
/** Time between two articles of a category. */
const slotMs = 5 * hourMs

/** Lists articles, newest first. Those of a category come back in turn, with new times. */
export function listArticles(category: NewsCategory, locale: OfferedLocale, nowMs: number): SampleArticle[] {
  const offsetMs = (newsCategories.indexOf(category) + 1) * hourMs
  const slot = Math.floor((nowMs - offsetMs) / slotMs)
  return articleNumbers.map((_number, age) => {
    const number = articleNumbers[(((slot - age) % 4) + 4) % 4] ?? 1
    const lead = translate(locale, `sandbox.news_${category}_${number}_lead`)
    const paragraphs = [lead, translate(locale, `sandbox.news_${category}_${number}_rest`)]
    return {
      id: `${category}-${number}`,
      title: translate(locale, `sandbox.news_${category}_${number}_title`),
      lead,
      html: `${paragraphs.map((text) => `<p>${text}</p>`).join('')}<p><em>${translate(locale, 'sandbox.news_sample')}</em></p>`,
      atMs: (slot - age) * slotMs + offsetMs,
    }
  })
}

/** Events of each working day, at the same times (UTC). */
const timetable = [
  { event: 'retail', time: '07:00', currency: 'GBP', importance: 'medium', value: 0.3, step: 0.1, unit: '%' },
  { event: 'managers', time: '08:30', currency: 'EUR', importance: 'medium', value: 49.8, step: 0.3, unit: '' },
  { event: 'rate', time: '12:15', currency: 'EUR', importance: 'high', value: 2.25, step: 0.25, unit: '%' },
  { event: 'prices', time: '13:30', currency: 'USD', importance: 'high', value: 2.9, step: 0.1, unit: '%' },
  { event: 'claims', time: '13:30', currency: 'USD', importance: 'medium', value: 221, step: 4, unit: 'K' },
  { event: 'confidence', time: '15:00', currency: 'USD', importance: 'low', value: 97.2, step: 0.8, unit: '' },
  { event: 'stocks', time: '15:30', currency: 'USD', importance: 'low', value: -1.8, step: 0.6, unit: 'M' },
  { event: 'growth', time: '09:00', currency: 'GBP', importance: 'high', value: 0.4, step: 0.1, unit: '%' },
  { event: 'jobs', time: '13:30', currency: 'USD', importance: 'high', value: 175, step: 12, unit: 'K' },
  { event: 'trade', time: '23:50', currency: 'JPY', importance: 'low', value: -0.4, step: 0.1, unit: 'T' },
] as const

/** Lists events from the day before yesterday to one week ahead. Figures appear at their time. */
export function listEvents(nowMs: number): SampleEvent[] {
  const today = Math.floor(nowMs / dayMs)
  return Array.from({ length: 10 }, (_, index) => today - 2 + index)
    .filter((day) => ![0, 6].includes(new Date(day * dayMs).getUTCDay()))
    .flatMap((day) => timetable.filter((_row, row) => (row + day) % 2 === 0).map((row) => toEvent(row, day, nowMs)))
}

function toEvent(row: (typeof timetable)[number], day: number, nowMs: number): SampleEvent {
  const { event, time, currency, importance, value, step, unit } = row
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const atMs = day * dayMs + hours * hourMs + minutes * 60_000
  // Returns a figure some steps around the usual value, which differs on each day.
  const getFigure = (seed: number) => `${Number((value + ((seed % 5) - 2) * step).toFixed(2))}${unit}`
  return {
    id: `${event}-${day}`,
    at: new Date(atMs).toISOString(),
    title: Object.fromEntries(locales.map((locale) => [locale, translate(locale, `sandbox.event_${event}`)])),
    currency,
    importance,
    previous: getFigure(day * 3 - 6),
    forecast: getFigure(day * 7),
    actual: atMs <= nowMs ? getFigure(day * 3) : null,
  }
}
