import { deskRecoveryCalls } from '@tradefront/contract/desk-recovery'
import { operatorRoles } from '@tradefront/contract/operator-actions'
import type { FastifyInstance } from 'fastify'

import { okReply } from '../platform/http/route.ts'
import { findNewestBackup } from '../platform/recovery/backups.ts'
import { findQuarantine } from '../platform/recovery/quarantine.ts'
import { type DeskContext, registerDeskCall } from './desk-http.ts'

export function recoveryRoutes(app: FastifyInstance, context: DeskContext): void {
  registerDeskCall(
    app,
    context,
    deskRecoveryCalls.getRecovery,
    async () => {
      const [quarantine, backupAt] = await Promise.all([findQuarantine(context.db), findNewestBackup(context.db)])
      return {
        ...okReply,
        backupAtMs: backupAt?.getTime() ?? null,
        quarantine: quarantine && {
          ...quarantine,
          beganAtMs: quarantine.beganAt.getTime(),
          knownUntilMs: quarantine.knownUntil.getTime(),
        },
      }
    },
    operatorRoles,
  )
}
