import { formatMoney } from '@tradefront/rules/ledger/format-money'
import { multiplyExactly } from '@tradefront/rules/ledger/exact'
import { type Currency, fromMinor, toMinor } from '@tradefront/rules/ledger/money'
import { findPrize, type Prize, prizes } from '@tradefront/rules/tournaments/prizes'
import { defaultLocale, isLocale, type Locale } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'

import { type Clock, minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { UserEvents } from '../../platform/realtime/user-events.ts'
import { buildTransferLines } from '../ledger/service.ts'
import type { Mail } from '../mail/service.ts'
import { hasOpenTradesBefore } from '../trading/service.ts'
import { lockUser } from '../users/service.ts'
import { listParticipants, type Participant } from './leaderboard-query.ts'
import { insertPrizes, type PrizeRow } from './prize-store.ts'
import {
  finishTournament,
  listUnfinishedTournaments,
  lockUnfinishedTournament,
  type TournamentRow,
} from './tournament-store.ts'

export type PrizeSettings = {
  /** Units per unit of base currency. */
  readonly rates: Readonly<Record<Currency, number>>
  readonly turnoverFactor: number
}

export type AwardPrizesDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly live: Pick<UserEvents, 'publish'>
  readonly mail: { readonly send: (mail: Mail, transaction: Db) => Promise<boolean> }
  readonly publicUrl: string
  readonly getSettings: () => Promise<PrizeSettings>
  readonly onError: (error: unknown) => void
}

type Winner = Participant & {
  readonly prize: Prize
  readonly email: string
  readonly currency: Currency
  readonly locale: Locale
}

export const baseCurrency = 'USD'
/** A trade of the last moment closes within a minute of its expiry. */
const delayMs = 2 * minuteMs
const maxAtOnce = 10

/**
 * Finishes tournaments that have ended, and pays their prizes, each tournament in one transaction. Safe to run on every server at once.
 * A tournament waits while a trade that expired before its end is open.
 */
export function createAwardPrizes({ db, clock, live, mail, publicUrl, getSettings, onError }: AwardPrizesDeps) {
  return async (): Promise<void> => {
    const ended = await listUnfinishedTournaments(db, new Date(clock.now().getTime() - delayMs), maxAtOnce)
    for (const tournament of ended)
      try {
        const winners = await award(tournament)
        await Promise.all(winners.map(({ userId }) => live.publish(userId, { type: 'user_changed' })))
      } catch (error) {
        onError(error)
      }
  }

  async function award(tournament: TournamentRow): Promise<readonly Winner[]> {
    const settings = await getSettings()
    return db.transaction().execute(async (trx) => {
      if (!(await lockUnfinishedTournament(trx, tournament.id))) return []
      if (await hasOpenTradesBefore(trx, tournament.endsAt)) return []
      const winners = await lockWinners(trx, tournament)
      const at = clock.now()
      await finishTournament(trx, tournament.id, at)
      const rows = winners.map((winner) => buildPrizeRow(tournament, winner, settings))
      await insertPrizes(trx, rows, buildPayments(rows, at), at)
      for (const [index, winner] of winners.entries()) {
        const row = rows[index]
        if (row !== undefined) await mail.send(buildMail(tournament, winner, row, publicUrl), trx)
      }
      return winners
    })
  }
}

async function lockWinners(trx: Db, { id, type }: TournamentRow): Promise<Winner[]> {
  const best = await listParticipants(trx, id, prizes[type].length)
  const winners = new Map<number, Winner>()
  // In the order of their ids, which prevents deadlocks.
  for (const participant of best.toSorted((one, other) => one.userId - other.userId)) {
    const prize = findPrize(type, participant.rank, participant.score)
    if (prize === null) continue
    const { email, currency, language } = await lockUser(trx, participant.userId)
    const locale = isLocale(language) ? language : defaultLocale
    winners.set(participant.rank, { ...participant, prize, email, currency, locale })
  }
  return [...winners.values()].toSorted((one, other) => one.rank - other.rank)
}

function buildPrizeRow(
  { id }: TournamentRow,
  { rank, userId, score, prize, currency }: Winner,
  { rates, turnoverFactor }: PrizeSettings,
): PrizeRow {
  const row = { tournamentId: id, rank, userId, score, kind: prize.kind }
  if (prize.kind === 'item')
    return { ...row, amount: null, item: prize.item, currency: null, paid: null, required: null }
  const amount = toMinor(prize.amount, baseCurrency)
  const paid = multiplyExactly([amount, rates[currency]], 'nearest')
  const required = prize.kind === 'bonus' ? multiplyExactly([paid, turnoverFactor], 'nearest') : null
  return { ...row, amount, item: null, currency, paid, required }
}

function buildPayments(rows: readonly PrizeRow[], at: Date) {
  const payments = rows.flatMap(({ tournamentId, rank, userId, kind, currency, paid, required }) => {
    if (kind === 'item' || currency === null || paid === null) return []
    const source = `tournament:${tournamentId}/${rank}`
    const house = { account: kind === 'cash' ? 'prize_expense' : 'bonus_expense', userId: null }
    const lines = buildTransferLines(house, { account: kind, userId }, paid, currency)
    const requirement =
      required === null ? null : { userId, source, depositId: null, currency, bonus: paid, required, at }
    return [{ entry: { kind: 'prize.paid', subject: source, at, lines }, requirement }]
  })
  return {
    entries: payments.map(({ entry }) => entry),
    requirements: payments.flatMap(({ requirement }) => requirement ?? []),
  }
}

function buildMail(
  { type, endsAt }: TournamentRow,
  { rank, prize, currency, locale, email }: Winner,
  row: PrizeRow,
  publicUrl: string,
): Mail {
  const money = (minor: number | null) =>
    formatMoney(fromMinor(minor ?? 0, currency), currency, locale, { isWhole: true })
  return {
    template: `prize_${prize.kind}`,
    locale,
    to: email,
    params: {
      rank,
      tournament: translate(locale, type === 'weekly' ? 'mail.prize_weekly' : 'mail.prize_weekend'),
      date: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(endsAt),
      prize: prize.kind === 'item' ? prize.item : money(row.paid),
      turnover: money(row.required),
    },
    link: publicUrl === '' ? undefined : `${publicUrl}/${locale}/trading#/show/contest`,
  }
}
