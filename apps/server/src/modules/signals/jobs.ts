import type { JobDefinition } from '../../platform/jobs/job.ts'
import type { SignalsService } from './service.ts'

type Services = { readonly signals: SignalsService }

export const signalsJobs: readonly JobDefinition<Services>[] = [
  {
    name: 'signals.find',
    everyMs: 5000,
    summary: 'looks for crossing averages in each candle of five minutes that has ended, and stores them as signals',
    whileItFails: 'no signals are shown; those of the last day are found later',
    run: ({ signals }) => signals.findSignals(),
  },
  {
    name: 'signals.note_results',
    everyMs: 5000,
    summary: 'notes the prices 5 and 15 minutes after each signal',
    whileItFails: 'the list shows signals without their results; they are noted later',
    run: ({ signals }) => signals.noteResults(),
  },
  {
    name: 'signals.delete_expired',
    schedule: '43 3 * * *',
    summary: 'deletes signals after 30 days',
    whileItFails: 'rows stay',
    run: ({ signals }) => signals.deleteExpired(),
  },
]
