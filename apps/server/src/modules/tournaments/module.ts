import type { ServerModule } from '../../context.ts'
import { awardPrizes } from './award-prizes.ts'
import { tournamentActions } from './operator.ts'
import { prizeActions } from './prize-actions.ts'
import { tournamentsRoutes } from './routes.ts'
import { alertHeldPrizes, alertUnsentItems, createTournaments, splitRanges } from './service.ts'
import { settlePrizes } from './settle-prizes.ts'

export const tournamentsModule: ServerModule = {
  routes: [tournamentsRoutes],
  actions: { ...tournamentActions, ...prizeActions },
  jobs: [
    {
      name: 'tournaments.create',
      everyMs: 60_000,
      summary: 'creates the weekly and the weekend tournament of this week and the next one',
      whileItFails: 'traders do not see the next tournament; a trade creates its own tournament if there is none',
      run: createTournaments,
    },
    {
      name: 'tournaments.award_prizes',
      everyMs: 30_000,
      summary: 'finishes tournaments two minutes after their end and fixes their prizes',
      whileItFails: 'winners wait for their prizes',
      run: awardPrizes,
    },
    {
      name: 'tournaments.settle_prizes',
      everyMs: 30_000,
      summary:
        'pays the prizes of verified winners and mails them; lets prizes lapse whose winners were not verified within `tournament_verify_days`',
      whileItFails: 'winners wait for their prizes; none lapses',
      run: settlePrizes,
    },
    {
      name: 'tournaments.alert_held_prizes',
      everyMs: 60_000,
      summary: 'raises `tournament.prize_held` for cash prizes above `approval_limit`',
      whileItFails: 'operators see such prizes only at the desk, under Prizes',
      run: alertHeldPrizes,
    },
    {
      name: 'tournaments.alert_unsent_items',
      everyMs: 60_000,
      summary: 'raises `tournament.item_due` for prizes that an operator must send',
      whileItFails: 'operators see such prizes only at the desk, under Prizes',
      run: alertUnsentItems,
    },
    {
      name: 'tournaments.split_ranges',
      everyMs: 10_000,
      summary:
        'divides the parts of a leaderboard that have more than 4,000 participants, so that a place is found fast',
      whileItFails: 'places in large tournaments take longer to find',
      run: splitRanges,
    },
  ],
}
