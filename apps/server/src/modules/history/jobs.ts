import type { JobDefinition } from '../../platform/jobs/job.ts'

type Services = { readonly checkSums: () => Promise<void> }

export const historyJobs: readonly JobDefinition<Services>[] = [
  {
    name: 'history.check_sums',
    schedule: '37 2 * * *',
    limitMinutes: 60,
    summary:
      'reads all movements and trades in pieces: the sums by day and hour, from which totals are made, are those of the rows; raises `history.sums_differ`',
    whileItFails: 'totals that are wrong stay unnoticed; no money depends on them',
    run: ({ checkSums }) => checkSums(),
  },
]
