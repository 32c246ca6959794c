import type { ServerModule } from '../../context.ts'
import { appendEntries } from './append-entries.ts'
import { askWitnesses } from './ask-witnesses.ts'
import { logRoutes } from './routes.ts'
import { signCheckpoint } from './sign-checkpoint.ts'

export const logModule: ServerModule = {
  routes: [logRoutes],
  jobs: [
    {
      name: 'log.append_entries',
      everyMs: 10_000,
      summary:
        'appends what is new to the public log: commitments, seeds, states and rounds of simulated prices, roots of recorded prices, and hashes of the totals of days',
      whileItFails: 'the public log stands still; later it has everything',
      run: appendEntries,
    },
    {
      name: 'log.sign_checkpoint',
      everyMs: 10_000,
      summary:
        'signs the public log if it has grown; raises `log.changed` if it does not continue what was signed before',
      whileItFails: 'nobody sees new entries of the public log',
      run: signCheckpoint,
    },
    {
      name: 'log.ask_witnesses',
      everyMs: 10_000,
      summary: 'sends the latest checkpoint of the public log to `LOG_WITNESSES`; raises `log.not_cosigned`',
      whileItFails: 'visitors see the last checkpoint without new cosignatures',
      run: askWitnesses,
    },
  ],
}
