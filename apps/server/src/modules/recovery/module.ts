import { ok, refuse } from '@tradefront/rules/result'

import type { ServerModule } from '../../context.ts'
import { endQuarantine } from '../../platform/recovery/quarantine.ts'
import { checkCopy } from './check-copy.ts'
import { measureRecovery } from './measure-recovery.ts'

export const recoveryModule: ServerModule = {
  actions: {
    'quarantine.release': async ({ db, clock }, { quarantine }, by) => {
      const entry = { by, action: 'quarantine.release', subject: `quarantine:${quarantine}`, at: clock.now() }
      const isEnded = await endQuarantine(db, quarantine, {
        ...entry,
        before: { isOpen: true },
        after: { isOpen: false },
      })
      return isEnded ? ok() : refuse('desk.changed')
    },
  },
  measures: [measureRecovery],
  jobs: [
    {
      name: 'recovery.write_beat',
      everyMs: 5000,
      summary:
        'writes that this server lives, and begins a quarantine if what it wrote before is not there: the database is then one of the past',
      whileItFails: 'nobody notices at once that the database was replaced by an older copy',
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
      run: checkCopy,
    },
  ],
}
