import type { ServerModule } from '../../context.ts'
import { checkSums } from './check-sums.ts'
import { historyRoutes } from './routes.ts'

export const historyModule: ServerModule = {
  routes: [historyRoutes],
  jobs: [
    {
      name: 'history.check_sums',
      schedule: '37 2 * * *',
      limitMinutes: 60,
      summary:
        'reads all movements and trades in pieces: the sums by day and hour, from which totals are made, are those of the rows; raises `history.sums_differ`',
      whileItFails: 'totals that are wrong stay unnoticed; no money depends on them',
      run: checkSums,
    },
  ],
}
