import type { DeskProcessor } from '@tradefront/contract/desk-processors'
import { cardProcessorNames, type ProcessorName, processorNames } from '@tradefront/contract/processor-names'
import { sql } from 'kysely'

import { dayMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'

type Work = Omit<DeskProcessor, 'name' | 'isOn' | 'isCard'> & { readonly name: string }

/** Lists processors. @param off the setting `processors_off` */
export async function listDeskProcessors(db: Db, off: readonly ProcessorName[], now: Date): Promise<DeskProcessor[]> {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  const { rows } = await sql<Work>`
    with charges as (
      select processor, count(*) as asked, count(*) filter (where state = 'succeeded') as approved
        from attempts where created_at >= ${before(1)} and created_at < ${now} and is_charging
         and state in ('succeeded', 'declined_soft', 'declined_hard') group by processor),
    webhooks as (
      select a.processor, max(w.created_at) as last_at from webhook_times w join attempts a on a.reference = w.reference
       where w.created_at >= ${before(7)} and w.created_at < ${now} group by a.processor),
    statements as (select processor, max(day) as last_day from statement_comparisons where compared_at is not null group by processor)
    select p.name, coalesce(c.asked, 0) as asked, coalesce(c.approved, 0) as approved,
           floor(extract(epoch from w.last_at) * 1000)::bigint as "lastWebhookAtMs", s.last_day::text as "lastStatement",
           exists (select from open_alerts o where o.kind = 'webhook.silent' and o.subject = 'processor:' || p.name) as "isSilent"
      from unnest(${[...processorNames]}::text[]) as p(name)
           left join charges c on c.processor = p.name left join webhooks w on w.processor = p.name left join statements s on s.processor = p.name`.execute(
    db,
  )
  const cards: readonly string[] = cardProcessorNames
  return processorNames.flatMap((name) => {
    const row = rows.find((each) => each.name === name)
    return row === undefined ? [] : [{ ...row, name, isOn: !off.includes(name), isCard: cards.includes(name) }]
  })
}
