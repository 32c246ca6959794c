import { tournamentsCalls } from '@tradefront/contract/tournaments'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import {
  getTournament,
  listOwnPrizes,
  setDisplayName,
  showCurrentTournaments,
  showPreviousTournaments,
} from './service.ts'

/** spec: account 7 */
export function tournamentsRoutes(app: FastifyInstance, context: AppContext): void {
  registerCall(app, tournamentsCalls.listCurrentTournaments, ({ user }) => showCurrentTournaments(context, user))
  registerCall(app, tournamentsCalls.listPreviousTournaments, ({ user }) => showPreviousTournaments(context, user))
  registerCall(app, tournamentsCalls.getLeaderboard, ({ body, user }) =>
    getTournament(context, body.id, user, body.rows),
  )
  registerCall(app, tournamentsCalls.listPrizes, async ({ user }) => ({
    ...okReply,
    prizes: await listOwnPrizes(context, user.id),
  }))
  registerCall(app, tournamentsCalls.setDisplayName, async ({ body, user }) => ({
    ...okReply,
    name: await setDisplayName(context, user, body.name),
  }))
}
