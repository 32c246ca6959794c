import { type PastSignalView, signalsCalls, type SignalView } from '@tradefront/contract/signals'
import { fastPeriod, signalCandleSeconds, slowPeriod } from '@tradefront/rules/signals/crossings'
import { judgeSignal, type SignalMinutes, signalMinutes } from '@tradefront/rules/signals/outcome'
import { toPrice } from '@tradefront/rules/trading/symbols'
import type { Locale } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import {
  buildExampleSignal,
  listFreshSignals,
  listPastSignals,
  type NewSignal,
  type SignalCursor,
  type StoredSignal,
} from './service.ts'
import { toSignalFacts } from './signal-store.ts'

const pageSize = 50
const exampleId = 'example'

/** spec: funding 7 */
export function signalsRoutes(app: FastifyInstance, context: AppContext): void {
  registerCall(app, signalsCalls.listSignals, async ({ body, request }) => {
    const locale = getRequestLocale(request)
    if (body?.test !== 1) return (await listFreshSignals(context)).map((each) => toView(each, String(each.id), locale))
    const example = await buildExampleSignal(context)
    return example === null ? [] : [toView(example, exampleId, locale)]
  })
  registerCall(app, signalsCalls.listPastSignals, async ({ body, request }) => {
    const after = body.after === undefined ? null : parseCursor(body.after)
    const { signals: listed, hits } = await listPastSignals(context, body.symbol ?? null, after, pageSize)
    const last = listed.length < pageSize ? undefined : listed.at(-1)
    return {
      ...okReply,
      signals: listed.map((each) => toPastView(each, getRequestLocale(request))),
      next: last === undefined ? null : `${last.at.getTime()}_${last.id}`,
      hits: signalMinutes.map((minutes) => ({ minutes, ...hits[minutes] })),
    }
  })
}

function parseCursor(text: string): SignalCursor {
  const [ms, id] = text.split('_').map(Number)
  // The database has no dates for later times.
  return { at: new Date(Math.min(ms ?? 0, Date.UTC(9999, 11, 31))), id: id ?? 0 }
}

function toView(signal: NewSignal, id: string, locale: Locale): SignalView {
  const rule = { fast: fastPeriod, slow: slowPeriod, minutes: signalCandleSeconds / 60 }
  return {
    ...toSignalFacts(id, signal),
    text: translate(locale, `signals.rule_${signal.direction}`, rule),
  }
}

function toPastView(stored: StoredSignal, locale: Locale): PastSignalView {
  const results = signalMinutes.map((minutes) => toResult(stored, minutes))
  return { ...toView(stored, String(stored.id), locale), results }
}

function toResult(
  { direction, digits, points, notedMinutes, points5, points15 }: StoredSignal,
  minutes: SignalMinutes,
): PastSignalView['results'][number] {
  if (notedMinutes < minutes) return { minutes, outcome: 'pending', price: null }
  const later = minutes === 5 ? points5 : points15
  const price = later === null ? null : toPrice(later, digits)
  return { minutes, outcome: judgeSignal(direction, points, later), price }
}
