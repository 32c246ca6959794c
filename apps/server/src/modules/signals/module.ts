import type { ServerModule } from '../../context.ts'
import { createFindSignals } from './find-signals.ts'
import { noteResults } from './note-results.ts'
import { signalsRoutes } from './routes.ts'
import { deleteExpiredSignals } from './service.ts'

export const signalsModule: ServerModule = {
  routes: [signalsRoutes],
  jobs: [
    {
      name: 'signals.find',
      everyMs: 5000,
      summary: 'looks for crossing averages in each candle of five minutes that has ended, and stores them as signals',
      whileItFails: 'no signals are shown; those of the last day are found later',
      createRun: createFindSignals,
    },
    {
      name: 'signals.note_results',
      everyMs: 5000,
      summary: 'notes the prices 5 and 15 minutes after each signal',
      whileItFails: 'the list shows signals without their results; they are noted later',
      run: noteResults,
    },
    {
      name: 'signals.delete_expired',
      schedule: '43 3 * * *',
      summary: 'deletes signals after 30 days',
      whileItFails: 'rows stay',
      run: deleteExpiredSignals,
    },
  ],
}
