import type { DeskTicket, DeskTicketDetails, TicketTemplate } from '@tradefront/contract/desk-support'
import { type TicketStatus, ticketStatusIds, toTicketStatus } from '@tradefront/rules/support/ticket-status'
import type { Locale } from '@tradefront/texts/locales'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { invariant } from '../../platform/http/errors.ts'
import { pickTitle, type SupportSettings } from './ticket-view.ts'
import { toMs } from '../../platform/database/to-ms.ts'

export const pageSize = 50
const maxOthers = 10

type Options = { readonly settings: SupportSettings; readonly locale: Locale }
type Row = Omit<DeskTicket, 'department' | 'priority' | 'status'> & {
  readonly departmentId: number
  readonly priorityId: number
  readonly statusId: number
}

type Facts = Pick<DeskTicketDetails, 'reference' | 'notes' | 'operators' | 'mergedInto'> & {
  readonly others: readonly (Pick<DeskTicketDetails['others'][number], 'id' | 'number' | 'createdAtMs'> & {
    readonly statusId: number
  })[]
}

/** Of `ticket_facts t`: when support has promised to answer. Null: the trader does not wait, or the priority is gone. */
function selectAnswerBy({ ticket_priorities }: SupportSettings): RawBuilder<unknown> {
  const hours = JSON.stringify(Object.fromEntries(ticket_priorities.map(({ id, answer_hours }) => [id, answer_hours])))
  return sql`(t.waiting_since + (${hours}::jsonb ->> t.priority::text)::integer * interval '1 hour')`
}

const selectTickets = (settings: SupportSettings) => sql`
  select t.id, upper(t.number) as number, t.department as "departmentId", t.priority as "priorityId", t.status as "statusId",
         t.post_count as posts, ${toMs(sql`t.created_at`)} as "createdAtMs", ${toMs(sql`t.changed_at`)} as "changedAtMs",
         ${toMs(selectAnswerBy(settings))} as "answerByMs",
         (select a.operator from ticket_assignments a where a.ticket_id = t.id) as "assignedTo",
         jsonb_build_object(
           'id', u.id, 'name', btrim(concat_ws(' ', u.first_name, u.last_name)), 'firstName', u.first_name, 'email', u.email,
           'country', u.country, 'language', u.language) as trader`

/**
 * Open ones by the time of the promised answer, others by their last change; one more than a page if there are more.
 * @param before id of the last one of the page before
 */
export async function listDeskTickets(
  db: Db,
  status: TicketStatus | undefined,
  options: Options,
  before?: string,
): Promise<DeskTicket[]> {
  const isOpen = status === 'open'
  const place = isOpen ? sql`coalesce(${selectAnswerBy(options.settings)}, 'infinity')` : sql`t.changed_at`
  const order = isOpen ? sql`${place}, t.id` : sql`${place} desc, t.id desc`
  const isAfter =
    before === undefined
      ? sql`true`
      : sql`(${place}, t.id) ${isOpen ? sql`>` : sql`<`} (select ${place}, t.id from ticket_facts t where t.id = ${before}::uuid)`
  const condition = sql`t.merged_into is null and ${status === undefined ? sql`true` : sql`t.status = ${ticketStatusIds[status]}`} and ${isAfter}`
  const { rows } = await sql<Row>`
    ${selectTickets(options.settings)}
      from (select * from ticket_facts t where ${condition} order by ${order} limit ${sql.lit(pageSize + 1)}) t
           join user_profiles u on u.id = t.user_id
     order by ${order}`.execute(db)
  return rows.map((row) => toDeskTicket(row, options))
}

export async function findDeskTicketDetails(db: Db, id: string, options: Options): Promise<DeskTicketDetails | null> {
  const { rows } = await sql<Row & Facts>`
    ${selectTickets(options.settings)},
           case when t.reference_kind is not null then jsonb_build_object('kind', t.reference_kind, 'id', t.reference_id) end as reference,
           (select coalesce(jsonb_agg(jsonb_build_object(
                     'id', n.id, 'operator', n.operator, 'words', n.words, 'createdAtMs', ${toMs(sql`n.created_at`)})
                   order by n.created_at, n.id), '[]')
              from ticket_notes n where n.ticket_id = t.id) as notes,
           array(select o.name from operator_names o where o.disabled_at is null and 'support' = any(o.roles) order by o.name) as operators,
           t.merged_into as "mergedInto",
           (select coalesce(jsonb_agg(jsonb_build_object(
                     'id', e.id, 'number', upper(e.number), 'statusId', e.status, 'createdAtMs', ${toMs(sql`e.created_at`)})
                   order by e.changed_at desc, e.id desc), '[]')
              from (select * from ticket_facts e where e.user_id = t.user_id and e.id <> t.id and e.merged_into is null
                     order by e.changed_at desc, e.id desc limit ${sql.lit(maxOthers)}) e) as others
      from ticket_facts t join user_profiles u on u.id = t.user_id
     where t.id = ${id}::uuid`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const { reference, notes, operators, departmentId, mergedInto, others } = row
  const { settings, locale } = options
  return {
    ...toDeskTicket(row, options),
    reference,
    notes,
    operators,
    departmentId,
    mergedInto,
    departments: settings.ticket_departments.map(({ id: department, title }) => ({
      id: department,
      title: pickTitle(title, locale),
    })),
    others: others.map(({ statusId, ...other }) => ({ ...other, status: requireStatus(statusId) })),
  }
}

/** Lists the templates of answers by their titles. */
export async function listTicketTemplates(db: Db): Promise<TicketTemplate[]> {
  const { rows } = await sql<TicketTemplate>`
    select t.id, t.title, t.texts, t.changed_by as "changedBy", ${toMs(sql`t.changed_at`)} as "changedAtMs"
      from ticket_templates t order by lower(t.title)`.execute(db)
  return rows
}

function requireStatus(id: number): TicketStatus {
  const status = toTicketStatus(id)
  invariant(status !== undefined, 'a ticket has an unknown status')
  return status
}

function toDeskTicket({ departmentId, priorityId, statusId, ...row }: Row, { settings, locale }: Options): DeskTicket {
  const department = settings.ticket_departments.find(({ id }) => id === departmentId)
  const priority = settings.ticket_priorities.find(({ id }) => id === priorityId)
  return {
    ...row,
    department: department === undefined ? '' : pickTitle(department.title, locale),
    priority: priority === undefined ? '' : pickTitle(priority.title, locale),
    status: requireStatus(statusId),
  }
}
