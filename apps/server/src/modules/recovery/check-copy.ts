import type { AppContext } from '../../context.ts'
import { minuteMs } from '../../platform/clock.ts'
import { confirmQuarantine, endSilence, findQuarantine, type Quarantine } from '../../platform/recovery/quarantine.ts'
import { raiseAlert, withdrawAlert } from '../alerts/service.ts'
import { findUnknownCharges } from '../deposits/service.ts'

/** Clocks of processors can be behind by this. */
const marginMs = minuteMs
/** How long money waits for a statement that cannot be fetched. */
const waitMs = 5 * minuteMs
/** Pause after a statement that could not be fetched. */
const retryPauseMs = 15_000

const alert = { kind: 'recovery.quarantine', subject: 'database' } as const

/**
 * Checks an open quarantine. One after a silence ends by itself when no statement has a charge that the database does not know, because a
 * site can simply have been off for a night. It is safe on every server at once.
 */
export function createCopyCheck(context: AppContext): () => Promise<void> {
  const { clock, config, db } = context
  let unreadAtMs = -Infinity
  return async () => {
    const quarantine = await findQuarantine(db)
    if (quarantine === null) return withdrawAlert(db, alert, clock.now())
    if (quarantine.cause === 'silence') {
      if (Math.abs(clock.now().getTime() - unreadAtMs) < retryPauseMs * config.waitScale) return
      const result = await compareSince(context, quarantine)
      if (result === 'unread') unreadAtMs = clock.now().getTime()
      if (result !== 'confirmed') return
    }
    const { cause, knownUntil } = (await findQuarantine(db)) ?? quarantine
    if (cause !== 'silence')
      await raiseAlert(db, { ...alert, detail: { cause, knownUntil: knownUntil.toISOString() } }, clock.now())
  }
}

/** Compares the statements after a silence. `ended`: money moves again. `unread`: it waits for a statement. */
async function compareSince(
  context: AppContext,
  { id, beganAt, knownUntil }: Quarantine,
): Promise<'ended' | 'unread' | 'confirmed'> {
  const { clock, config, db } = context
  const { count, unread } = await findUnknownCharges(context, new Date(knownUntil.getTime() - marginMs))
  if (count > 0) {
    await confirmQuarantine(db, id, count)
    return 'confirmed'
  }
  if (unread.length > 0) {
    if (clock.now().getTime() < beganAt.getTime() + waitMs * config.waitScale) return 'unread'
    const detail = { processors: unread.join(', '), knownUntil: knownUntil.toISOString() }
    await raiseAlert(db, { kind: 'recovery.unchecked', subject: `quarantine:${id}`, detail }, clock.now())
  }
  await endSilence(db, id)
  return 'ended'
}
