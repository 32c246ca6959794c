import type { Currency } from '@tradefront/rules/ledger/money'
import { comparedMs, judgeReading, type RateReading } from '@tradefront/rules/rates/judge-reading'
import { baseCurrency, isQuotedCurrency, type RateCode, rateCodes } from '@tradefront/rules/rates/rate-codes'

import type { FetchedRates, RateSource } from '../../gateways/rates/rate-source.ts'
import { insertAuditEntry, type Operator } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Settings } from '../settings/service.ts'
import {
  acceptRate,
  findHeldRate,
  findRateAt,
  holdRate,
  listComparedRates,
  listHeldRates,
  listRates,
  lockCode,
  type StoredRate,
} from './rate-store.ts'

export type RateSettings = {
  readonly maxAgeMs: { readonly coin: number; readonly currency: number }
  readonly jumpPercents: { readonly coin: number; readonly currency: number }
  readonly confirmMs: number
}

type RateAlert = { readonly kind: 'rates.stale' | 'rates.held'; readonly subject: string }

export type RatesDeps = {
  readonly db: Db
  readonly clock: Clock
  /** In production without a source of currencies: only that of coins. */
  readonly sources: readonly RateSource[]
  readonly getSettings: () => Promise<RateSettings>
  readonly alerts: {
    readonly raiseAlert: (alert: RateAlert & { readonly detail?: Readonly<Record<string, string>> }) => Promise<unknown>
    readonly withdrawOtherAlerts: (
      kind: RateAlert['kind'],
      prefix: string,
      subjects: readonly string[],
    ) => Promise<unknown>
  }
  readonly onError: (error: unknown) => void
}

/** A code for operators. Null: there has never been a rate. */
export type RateRow = {
  readonly code: RateCode
  readonly latest: StoredRate | null
  readonly held: RateReading | null
  readonly isOpen: boolean
}

export function toRateSettings(settings: Settings): RateSettings {
  return {
    maxAgeMs: {
      coin: settings.crypto_rate_max_age_seconds * 1000,
      currency: settings.currency_rate_max_age_seconds * 1000,
    },
    jumpPercents: settings.rate_jump_percents,
    confirmMs: settings.rate_confirm_seconds * 1000,
  }
}

/** Each source is read as often by all servers together. */
const refreshMs = 30_000

export type RatesService = ReturnType<typeof createRatesService>

/**
 * Exchange rates of coins and currencies, for conversions. A rate that is too old, or that jumped and is not confirmed, converts nothing:
 * its code is closed. A caller that converts stores the rate with the result.
 */
export function createRatesService({ db, clock, sources, getSettings, alerts, onError }: RatesDeps) {
  const failing = new Set<RateSource>()
  /** A source whose own time is old is not read more often by this server. */
  const lastReadMs = new Map<RateSource, number>()
  /** Null: unknown after the start. */
  let wereClosed: boolean | null = null

  return {
    /** Run by a job. Reads what was not read for half a minute, and raises or withdraws alerts. */
    async updateRates(): Promise<void> {
      const settings = await getSettings()
      for (const source of sources) await updateFrom(source, settings)
      await updateAlerts(await listRows(settings))
    },

    /** Units of a currency for one USD. Null while the currency is closed; USD is always 1. */
    async findCurrencyRate(currency: Currency): Promise<number | null> {
      return currency === baseCurrency ? 1 : findOpenRate(currency)
    },

    /** Units of each currency for one USD, without those that are closed. */
    async listCurrencyRates(): Promise<ReadonlyMap<Currency, number>> {
      const rows = await listRows(await getSettings())
      const open = rows.flatMap(({ code, latest, isOpen }): [Currency, number][] =>
        isQuotedCurrency(code) && isOpen && latest !== null ? [[code, latest.rate]] : [],
      )
      return new Map<Currency, number>([[baseCurrency, 1], ...open])
    },

    /** Read now, not stored, and without those that are too old. A source that fails has none. */
    async fetchFreshRates(from: readonly RateSource[]): Promise<ReadonlyMap<RateCode, number>> {
      const settings = await getSettings()
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
            const isFresh = clock.now().getTime() - at.getTime() <= getMaxAgeMs(code, settings)
            return rate !== undefined && isFresh ? [[code, rate]] : []
          }),
        ),
      )
    },

    /** USD for one coin, or units of a currency for one USD. Null while it is closed. */
    findRate: findOpenRate,

    /**
     * The rate of that time. If none was fresh then, the first one after it: it does not depend on when it is asked for. Null until
     * there is one, and while a jump from before that time is not confirmed.
     */
    async findRateAt(code: RateCode | typeof baseCurrency, at: Date): Promise<number | null> {
      if (code === baseCurrency) return 1
      return findRateAt(db, code, at, getMaxAgeMs(code, await getSettings()))
    },

    listRates: async (): Promise<RateRow[]> => listRows(await getSettings()),

    /** An operator accepts a jump. Returns false if another rate waits, or none. */
    async confirmHeldRate(code: RateCode, rate: number, by: Operator): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        await lockCode(trx, code)
        const held = await findHeldRate(trx, code)
        if (held?.first.rate !== rate) return false
        const before = (await listRates(trx)).get(code)?.rate ?? null
        await acceptRate(trx, code, held.first, true)
        const entry = { by, action: 'rate.accepted', subject: `rate:${code}`, before, after: rate, at: clock.now() }
        await insertAuditEntry(trx, entry)
        return true
      })
    },
  }

  /** Logs only the first failure of an outage. */
  async function updateFrom(source: RateSource, settings: RateSettings): Promise<void> {
    try {
      const [stored, held] = await Promise.all([listRates(db), listHeldRates(db)])
      const readAt = [...stored].flatMap(([code, { at }]) => (source.codes.includes(code) ? [at.getTime()] : []))
      const isHeld = held.some(({ code }) => source.codes.includes(code))
      const nowMs = clock.now().getTime()
      if (!isHeld && [...readAt, lastReadMs.get(source) ?? -Infinity].some((atMs) => nowMs - atMs < refreshMs)) return
      const { rates, at } = await source.fetchRates()
      lastReadMs.set(source, nowMs)
      // A source whose clock is ahead would keep its rates fresh for longer.
      const atMs = Math.min(at.getTime(), clock.now().getTime())
      for (const code of source.codes) {
        const rate = rates[code]
        if (rate !== undefined) await applyReading(code, { rate, atMs }, settings)
      }
      failing.delete(source)
    } catch (error) {
      if (!failing.has(source)) onError(error)
      failing.add(source)
    }
  }

  async function applyReading(code: RateCode, reading: RateReading, settings: RateSettings): Promise<void> {
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

  async function findOpenRate(code: RateCode): Promise<number | null> {
    const [stored, settings] = await Promise.all([listRates(db), getSettings()])
    const rate = stored.get(code)
    return rate !== undefined && isOpen(code, rate, settings) ? rate.rate : null
  }

  async function listRows(settings: RateSettings): Promise<RateRow[]> {
    const [stored, held] = await Promise.all([listRates(db), listHeldRates(db)])
    return rateCodes.map((code) => {
      const latest = stored.get(code) ?? null
      return {
        code,
        latest,
        held: held.find((each) => each.code === code) ?? null,
        isOpen: latest !== null && isOpen(code, latest, settings),
      }
    })
  }

  /** Codes without a source are closed on purpose. */
  async function updateAlerts(rows: readonly RateRow[]): Promise<void> {
    const sourced = rows.filter(({ code }) => sources.some(({ codes }) => codes.includes(code)))
    const closed = sourced.filter((row) => !row.isOpen)
    const [held, stale] = [closed.filter((row) => row.held !== null), closed.filter((row) => row.held === null)]
    for (const { code, latest, held: jump } of held)
      await alerts.raiseAlert({
        kind: 'rates.held',
        subject: `rate:${code}`,
        detail: { accepted: String(latest?.rate), read: String(jump?.rate) },
      })
    for (const { code } of stale) await alerts.raiseAlert({ kind: 'rates.stale', subject: `rate:${code}` })
    if (closed.length > 0 || wereClosed !== false) {
      await withdrawOthers('rates.held', held)
      await withdrawOthers('rates.stale', stale)
    }
    wereClosed = closed.length > 0
  }

  async function withdrawOthers(kind: RateAlert['kind'], rows: readonly RateRow[]): Promise<void> {
    await alerts.withdrawOtherAlerts(
      kind,
      'rate:',
      rows.map(({ code }) => `rate:${code}`),
    )
  }

  function isOpen(code: RateCode, { at, isHeld }: StoredRate, settings: RateSettings): boolean {
    return !isHeld && clock.now().getTime() - at.getTime() <= getMaxAgeMs(code, settings)
  }
}

function getMaxAgeMs(code: RateCode, { maxAgeMs }: RateSettings): number {
  return isQuotedCurrency(code) ? maxAgeMs.currency : maxAgeMs.coin
}
