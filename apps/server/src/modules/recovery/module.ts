import { ok, refuse } from '@tradefront/rules/result'

import type { ServerModule } from '../../context.ts'
import { type Measure, toAgeSeconds } from '../../platform/metrics/measures.ts'
import { findNewestBackup } from '../../platform/recovery/backups.ts'
import { endQuarantine, findQuarantine } from '../../platform/recovery/quarantine.ts'
import { createCopyCheck } from './check-copy.ts'

const measureRecovery: Measure = async (db, now) => {
  const quarantine = await findQuarantine(db)
  const madeAt = await findNewestBackup(db)
  const cause = quarantine?.cause ?? 'none'
  return [
    { name: 'tradefront_quarantine', labels: { cause }, value: quarantine === null ? 0 : 1 },
    ...(madeAt === null
      ? []
      : ([{ name: 'tradefront_backup_age_seconds', value: toAgeSeconds(madeAt, now) }] as const)),
  ]
}

export const recoveryModule: ServerModule = {
  actions: {
    'quarantine.release': async ({ db, clock }, { quarantine }, by) => {
      const isEnded = await endQuarantine(db, quarantine, { by, at: clock.now() })
      return isEnded ? ok() : refuse('desk.changed')
    },
  },
  measures: [measureRecovery],
  jobs: [
    {
      name: 'recovery.write_beat',
      everyMs: 5000,
      summary:
        'writes that this server is running, and begins a quarantine if what it wrote before is missing: the database is then an older copy',
      whileItFails: 'an older copy of the database is not noticed at once',
      runsInQuarantine: true,
      run: ({ beats }) => beats.write(),
    },
    {
      name: 'recovery.check_copy',
      everyMs: 2000,
      summary:
        'raises `recovery.quarantine`. After a silence of all servers it compares the statements since then: if they know no charge that the database does not, the quarantine ends',
      whileItFails: 'money waits',
      runsInQuarantine: true,
      createRun: createCopyCheck,
    },
  ],
}
