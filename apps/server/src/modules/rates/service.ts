import type { Currency } from '@tradefront/rules/ledger/money'
import { comparedMs, judgeReading, type RateReading } from '@tradefront/rules/rates/judge-reading'
import { baseCurrency, isQuotedCurrency, type RateCode, rateCodes } from '@tradefront/rules/rates/rate-codes'

import type { AppContext } from '../../context.ts'
import type { FetchedRates, RateSource } from '../../gateways/rates/rate-source.ts'
import { insertAuditEntry, type Operator } from '../../platform/audit.ts'
import { raiseAlert, withdrawOtherAlerts } from '../alerts/service.ts'
import {
  getMaxAgeMs,
  isFresh,
  isOpenRate,
  listRateRows,
  type RateRow,
  type RateSettings,
  toRateSettings,
} from './open-rates.ts'
import {
  acceptRate,
  findHeldRate,
  findStoredRateAt,
  holdRate,
  listComparedRates,
  listHeldRates,
  listStoredRates,
  lockCode,
} from './rate-store.ts'

/** What a server remembers between two updates. */
type UpdateState = {
  readonly failing: Set<RateSource>
  /** When this server last read each source: one whose own time is old is not read more often. */
  readonly lastReadMs: Map<RateSource, number>
  /** Whether codes were closed at the last update. Null: unknown after the start. */
  wereClosed: boolean | null
}

async function getRateSettings(context: AppContext): Promise<RateSettings> {
  return toRateSettings(await context.settings.getSettings())
}

/** All servers together read each source once in this time. */
const refreshMs = 30_000

// A closed rate (`isOpenRate`) converts nothing. A caller that converts stores the rate with the result.

/** Reads what was not read for half a minute, and raises or withdraws alerts. Run by a job. */
export function createUpdateRates(context: AppContext): () => Promise<void> {
  const state: UpdateState = { failing: new Set(), lastReadMs: new Map(), wereClosed: null }
  return () => updateRates(context, state)
}

async function updateRates(context: AppContext, state: UpdateState): Promise<void> {
  const settings = await getRateSettings(context)
  for (const source of context.rateSources) await updateFrom(context, state, source, settings)
  await updateAlerts(context, state, await listRateRows(context.db, settings, context.clock.now()))
}

/** Finds how many units of a currency one USD is worth. Null while the currency is closed; USD is always 1. */
export async function findCurrencyRate(context: AppContext, currency: Currency): Promise<number | null> {
  return currency === baseCurrency ? 1 : findRate(context, currency)
}

/** Lists how many units of each currency one USD is worth, without those that are closed. */
export async function listCurrencyRates(context: AppContext): Promise<ReadonlyMap<Currency, number>> {
  const rows = await listRates(context)
  const open = rows.flatMap(({ code, latest, isOpen }): [Currency, number][] =>
    isQuotedCurrency(code) && isOpen && latest !== null ? [[code, latest.rate]] : [],
  )
  return new Map<Currency, number>([[baseCurrency, 1], ...open])
}

/** Reads rates now, and stores nothing. Rates that are too old are left out, as are those of a source that fails. */
export async function fetchFreshRates(
  context: AppContext,
  from: readonly RateSource[],
): Promise<ReadonlyMap<RateCode, number>> {
  const { onError, clock } = context
  const settings = await getRateSettings(context)
  const read = await Promise.all(
    from.map((source) =>
      source.fetchRates().catch((error: unknown): FetchedRates => {
        onError(error)
        return { rates: {}, at: clock.now() }
      }),
    ),
  )
  return new Map(
    read.flatMap(({ rates, at }) =>
      rateCodes.flatMap((code): [RateCode, number][] => {
        const rate = rates[code]
        return rate !== undefined && isFresh(code, at, settings, clock.now()) ? [[code, rate]] : []
      }),
    ),
  )
}

/** Finds the rate as USD for one coin, or units of a currency for one USD. Null while it is closed. */
export async function findRate(context: AppContext, code: RateCode): Promise<number | null> {
  const [stored, settings] = await Promise.all([listStoredRates(context.db), getRateSettings(context)])
  const rate = stored.get(code)
  return rate !== undefined && isOpenRate(code, rate, settings, context.clock.now()) ? rate.rate : null
}

/**
 * Finds the rate of that time. If none was fresh then, it is the first one after it: it does not depend on when it is asked for. Null until
 * there is one, and while a jump from before that time is not confirmed.
 */
export async function findRateAt(
  context: AppContext,
  code: RateCode | typeof baseCurrency,
  at: Date,
): Promise<number | null> {
  if (code === baseCurrency) return 1
  return findStoredRateAt(context.db, code, at, getMaxAgeMs(code, await getRateSettings(context)))
}

export async function listRates(context: AppContext): Promise<RateRow[]> {
  return listRateRows(context.db, await getRateSettings(context), context.clock.now())
}

/** Accepts a jump for an operator. Returns false if another rate waits, or none. */
export async function confirmHeldRate(
  { db, clock }: AppContext,
  code: RateCode,
  rate: number,
  by: Operator,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockCode(trx, code)
    const held = await findHeldRate(trx, code)
    if (held?.first.rate !== rate) return false
    const before = (await listStoredRates(trx)).get(code)?.rate ?? null
    await acceptRate(trx, code, held.first, true)
    const entry = { by, action: 'rate.confirm', subject: `rate:${code}`, before, after: rate, at: clock.now() }
    await insertAuditEntry(trx, entry)
    return true
  })
}

/** Reads a source. Logs only the first failure of an outage. */
async function updateFrom(
  context: AppContext,
  state: UpdateState,
  source: RateSource,
  settings: RateSettings,
): Promise<void> {
  const { db, clock, onError } = context
  try {
    const [stored, held] = await Promise.all([listStoredRates(db), listHeldRates(db)])
    const readAt = [...stored].flatMap(([code, { at }]) => (source.codes.includes(code) ? [at.getTime()] : []))
    const isHeld = held.some(({ code }) => source.codes.includes(code))
    const nowMs = clock.now().getTime()
    if (!isHeld && [...readAt, state.lastReadMs.get(source) ?? -Infinity].some((atMs) => nowMs - atMs < refreshMs))
      return
    const { rates, at } = await source.fetchRates()
    state.lastReadMs.set(source, nowMs)
    // A source whose clock is ahead would keep its rates fresh for longer.
    const atMs = Math.min(at.getTime(), clock.now().getTime())
    for (const code of source.codes) {
      const rate = rates[code]
      if (rate !== undefined) await applyReading(context, code, { rate, atMs }, settings)
    }
    state.failing.delete(source)
  } catch (error) {
    if (!state.failing.has(source)) onError(error)
    state.failing.add(source)
  }
}

async function applyReading(
  { db }: AppContext,
  code: RateCode,
  reading: RateReading,
  settings: RateSettings,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockCode(trx, code)
    const accepted = await listComparedRates(trx, code, new Date(reading.atMs - comparedMs))
    const held = await findHeldRate(trx, code)
    const jumpPercent = settings.jumpPercents[isQuotedCurrency(code) ? 'currency' : 'coin']
    const verdict = judgeReading(reading, accepted, held, { jumpPercent, confirmMs: settings.confirmMs })
    if (verdict.kind === 'held') return holdRate(trx, code, verdict.held)
    // Payments since the jump are credited at its first rate, not at the one before it.
    if (verdict.isConfirmed && held !== null) await acceptRate(trx, code, held.first, true)
    return acceptRate(trx, code, reading, false)
  })
}

/** Raises an alert for closed codes, except those without a source, which are closed on purpose. */
async function updateAlerts(context: AppContext, state: UpdateState, rows: readonly RateRow[]): Promise<void> {
  const { rateSources, db, clock } = context
  const sourced = rows.filter(({ code }) => rateSources.some(({ codes }) => codes.includes(code)))
  const closed = sourced.filter((row) => !row.isOpen)
  const [held, stale] = [closed.filter((row) => row.held !== null), closed.filter((row) => row.held === null)]
  for (const { code, latest, held: jump } of held)
    await raiseAlert(
      db,
      {
        kind: 'rates.held',
        subject: `rate:${code}`,
        detail: { accepted: String(latest?.rate), read: String(jump?.rate) },
      },
      clock.now(),
    )
  for (const { code } of stale) await raiseAlert(db, { kind: 'rates.stale', subject: `rate:${code}` }, clock.now())
  if (closed.length > 0 || state.wereClosed !== false) {
    await withdrawOthers(context, 'rates.held', held)
    await withdrawOthers(context, 'rates.stale', stale)
  }
  state.wereClosed = closed.length > 0
}

async function withdrawOthers(
  { db, clock }: AppContext,
  kind: 'rates.held' | 'rates.stale',
  rows: readonly RateRow[],
): Promise<void> {
  await withdrawOtherAlerts(
    db,
    kind,
    'rate:',
    rows.map(({ code }) => `rate:${code}`),
    clock.now(),
  )
}
