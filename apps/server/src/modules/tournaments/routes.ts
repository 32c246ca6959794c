import { tournamentsCalls } from '@tradefront/contract/tournaments'
import type { FastifyInstance } from 'fastify'

import { okReply, registerCall } from '../../platform/http/route.ts'
import type { TournamentsService } from './service.ts'

/** spec: account 7 */
export function tournamentsRoutes({ tournaments }: { readonly tournaments: TournamentsService }) {
  return async (app: FastifyInstance): Promise<void> => {
    registerCall(app, tournamentsCalls.listCurrentTournaments, ({ user }) => tournaments.listCurrent(user))
    registerCall(app, tournamentsCalls.listPreviousTournaments, ({ user }) => tournaments.listPrevious(user))
    registerCall(app, tournamentsCalls.getLeaderboard, ({ body, user }) =>
      tournaments.getTournament(body.id, user, body.rows),
    )
    registerCall(app, tournamentsCalls.listPrizes, async ({ user }) => ({
      ...okReply,
      prizes: await tournaments.listPrizes(user.id),
    }))
    registerCall(app, tournamentsCalls.setDisplayName, async ({ body, user }) => ({
      ...okReply,
      name: await tournaments.setDisplayName(user, body.name),
    }))
  }
}
