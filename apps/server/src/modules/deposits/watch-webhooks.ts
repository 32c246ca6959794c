import { sql } from 'kysely'

import type { AppContext } from '../../context.ts'
import { minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { raiseAlert, withdrawOtherAlerts } from '../alerts/service.ts'

/** Fewer charges than this can be without webhooks by chance. */
const fewestCharges = 3
/** Time that a webhook can come later than its charge. */
const delayMs = 2 * minuteMs

/** Raises an alert for each card processor that charges and sends no webhooks, and closes those of the others. */
export async function watchWebhooks({ db, clock, settings }: AppContext): Promise<void> {
  const now = clock.now()
  const silenceMs = (await settings.getSetting('webhook_silence_minutes')) * minuteMs
  const silent = await listSilentProcessors(db, new Date(now.getTime() - silenceMs), now)
  for (const { processor, charges } of silent)
    await raiseAlert(db, { kind: 'webhook.silent', subject: `processor:${processor}`, detail: { charges } }, now)
  const open = silent.map(({ processor }) => `processor:${processor}`)
  await withdrawOtherAlerts(db, 'webhook.silent', 'processor:', open, now)
}

async function listSilentProcessors(
  db: Db,
  from: Date,
  now: Date,
): Promise<{ readonly processor: string; readonly charges: number }[]> {
  const until = new Date(now.getTime() - delayMs)
  const { rows } = await sql<{ processor: string; charges: number }>`
    select a.processor, count(*)::integer as charges
      from attempts a join deposits d on d.id = a.deposit_id
     where a.created_at >= ${from} and a.created_at < ${until} and a.is_charging and a.state = 'succeeded' and d.method = 'card'
     group by a.processor
    having count(*) >= ${fewestCharges}
       and not bool_or(a.reference in (select w.reference from processor_webhooks w where w.created_at >= ${from} and w.created_at < ${now}))`.execute(
    db,
  )
  return rows
}
