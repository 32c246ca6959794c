import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { timeMs } from './wire.ts'

// Calls of the operators' desk about backups and restored copies. Every operator can read them.

const quarantineView = z.object({
  id: z.number(),
  cause: z.enum(['restored', 'silence', 'unknown_charges', 'lost_writes']),
  beganAtMs: timeMs,
  /** The database has what was written until then. */
  knownUntilMs: timeMs,
  /** Charges of the statements that the database does not know. Null: not compared. */
  unknownCharges: z.nullable(z.number()),
})
export type QuarantineView = z.infer<typeof quarantineView>

export const deskRecoveryCalls = {
  getRecovery: defineCall({
    method: 'GET',
    path: '/api/desk/recovery',
    access: 'client',
    source: 'ours',
    summary: 'The quarantine, in which no money moves, and the newest backup.',
    reply: z.object({
      return: z.literal(true),
      quarantine: z.nullable(quarantineView),
      /** When `npm run ops -- backup` has made the newest backup. Null: never. */
      backupAtMs: z.nullable(timeMs),
    }),
  }),
}
