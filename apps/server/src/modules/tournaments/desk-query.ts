import type { DeskPrize } from '@tradefront/contract/desk-decisions'
import type { DeskTournament } from '@tradefront/contract/desk-marketing'
import { currencies } from '@tradefront/rules/ledger/money'
import { computeFund, sumPrizes } from '@tradefront/rules/tournaments/fund'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { readSettings } from '../settings/service.ts'
import { listPrizes } from './prize-settings.ts'
import { listHeldPrizeRows, listUnsentItemRows } from './prize-store.ts'
import { listTournaments } from './tournament-store.ts'
import { decideState } from './tournament-state.ts'

const maxListed = 30
const maxPrizes = 100

type Sums = {
  readonly id: number
  readonly participants: number
  readonly edge: number
  readonly awarded: number
  readonly settled: number
}

/** Lists tournaments, the latest first, with the next ones of both types. */
export async function listDeskTournaments(db: Db, now: Date): Promise<DeskTournament[]> {
  const [tournaments, settings] = await Promise.all([listTournaments(db, maxListed), readSettings(db)])
  const { rows } = await sql<Sums>`
    select t.id,
           (select coalesce(sum(participants), 0)::integer from tournament_counts c where c.tournament_id = t.id) as participants,
           (select coalesce(sum(own_edge), 0)::bigint from tournament_edges e where e.tournament_id = t.id) as edge,
           (select coalesce(sum(amount), 0)::bigint from tournament_prizes p where p.tournament_id = t.id and lapsed_at is null) as awarded,
           (select coalesce(sum(amount), 0)::bigint from tournament_prizes p where p.tournament_id = t.id and settled_at is not null) as settled
      from unnest(${tournaments.map(({ id }) => id)}::integer[]) as t(id)`.execute(db)
  const sums = new Map(rows.map((row) => [row.id, row]))
  return tournaments.map((tournament) => {
    const { id, type, startsAt, endsAt, finishedAt, cancelWords } = tournament
    const prizes = listPrizes(tournament, { prizes: settings.tournament_prizes })
    const { participants = 0, edge = 0, awarded = 0, settled = 0 } = sums.get(id) ?? {}
    const isOpen = finishedAt === null && cancelWords === null
    return {
      id,
      type,
      state: decideState(tournament, now),
      startsAtMs: startsAt.getTime(),
      endsAtMs: endsAt.getTime(),
      prizes: [...prizes],
      hasOwnPrizes: tournament.prizes !== null,
      participants,
      cancelWords,
      full: sumPrizes(prizes),
      fund: isOpen ? computeFund(prizes, edge, { isScaled: settings.tournament_prizes_scaled }) : awarded,
      settled,
    }
  })
}

/** Prizes that wait for operators, the oldest first. */
export async function listDeskPrizes(db: Db): Promise<DeskPrize[]> {
  const [held, unsent] = await Promise.all([listHeldPrizeRows(db, maxPrizes), listUnsentItemRows(db, maxPrizes)])
  return [...held, ...unsent]
    .toSorted((one, other) => one.endsAt.getTime() - other.endsAt.getTime())
    .flatMap((prize): DeskPrize[] => {
      const { id, userId, email, country, tournamentId, type, rank, score, endsAt, paid, currency, item } = prize
      const name = `${prize.firstName} ${prize.lastName}`.trim()
      const facts = {
        id,
        trader: { id: userId, name, email, country },
        tournament: tournamentId,
        type,
        rank,
        score,
        endsAtMs: endsAt.getTime(),
      }
      if (prize.kind === 'item') return [{ ...facts, kind: 'item', item: item ?? '' }]
      const known = currencies.find((each) => each === currency)
      return paid === null || known === undefined ? [] : [{ ...facts, kind: 'cash', amount: paid, currency: known }]
    })
}
