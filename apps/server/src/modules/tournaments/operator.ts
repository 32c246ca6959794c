import { ok, refuse } from '@tradefront/rules/result'
import { sumPrizes } from '@tradefront/rules/tournaments/fund'
import { leaderboardRows } from '@tradefront/rules/tournaments/prizes'

import type { ActionHandlers } from '../../context.ts'
import { getPrizeSettings, listPrizes } from './prize-settings.ts'
import { findTournament, updateCancelled, updatePrizes } from './tournament-store.ts'

/** Actions on tournaments. Prizes can be changed until a tournament begins. After that, it can only be cancelled. */
export const tournamentActions: ActionHandlers = {
  'tournament.change': async (context, { tournament: id, prizes, amount }, by) => {
    const { db, clock } = context
    const tournament = await findTournament(db, id)
    if (tournament === null || amount !== sumPrizes(prizes)) return refuse('desk.changed')
    if (prizes.length > leaderboardRows[tournament.type]) return refuse('desk_marketing.too_many_prizes')
    const isChanged = await updatePrizes(db, id, prizes, {
      by,
      action: 'tournament.change',
      subject: `tournament:${id}`,
      at: clock.now(),
      before: listPrizes(tournament, await getPrizeSettings(context)),
      after: prizes,
    })
    return isChanged ? ok() : refuse('desk_marketing.begun')
  },
  'tournament.cancel': async ({ db, clock }, { tournament: id, words }, by) => {
    const isCancelled = await updateCancelled(db, id, words, {
      by,
      action: 'tournament.cancel',
      subject: `tournament:${id}`,
      at: clock.now(),
      before: null,
      after: { words },
    })
    return isCancelled ? ok() : refuse('desk.changed')
  },
}
