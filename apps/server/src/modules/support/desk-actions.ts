import type { ActionInput } from '@tradefront/contract/operator-actions'
import { maskCardData } from '@tradefront/rules/cards/mask-card-data'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import { maxPostChars } from '@tradefront/rules/support/limits'

import type { ActionHandlers, AppContext, Signers } from '../../context.ts'
import { insertAuditEntry } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'
import { createServerReaderKey } from '../operators/service.ts'
import { answerTicket, closeTicketByOperator, findTicketForDesk } from './desk.ts'
import {
  canAnswer,
  deleteTemplate,
  findAssignment,
  findTemplateTexts,
  insertNote,
  mergeTicket,
  updateAssignment,
  updateDepartment,
  upsertTemplate,
} from './desk-writes.ts'
import { publishTicket } from './publish-ticket.ts'
import { refuseFullTicket } from './write-post.ts'

/** Actions on tickets and templates at the desk. */
export const supportActions: ActionHandlers = {
  'ticket.answer': async (context, { ticket: id, sealed, isQuestion }, by) => {
    const found = await findTicketForDesk(context, id)
    const text = await openAnswer(context, id, sealed)
    if (found === null || found.ticket.mergedInto !== null || text === null) return refuse('desk.changed')
    if (text.trim() === '' || text.length > maxPostChars)
      return refuse('desk_support.wrong_length', { count: maxPostChars })
    return answerTicket(context, found.ticket, text, isQuestion, by)
  },
  'ticket.close': async (context, { ticket: id }, by) => {
    const found = await findTicketForDesk(context, id)
    if (found === null) return refuse('desk.changed')
    return (await closeTicketByOperator(context, found.ticket, by)) ? ok() : refuse('desk_support.closed_already')
  },
  'ticket.answer_by_template': async (context, { ticket: id, template }, by) => {
    const [found, texts] = await Promise.all([findTicketForDesk(context, id), findTemplateTexts(context.db, template)])
    const text = found && texts && (texts[found.ticket.language] || texts['en'])
    if (!found || found.ticket.mergedInto !== null || !text) return refuse('desk.changed')
    const words = text.replaceAll('{name}', found.ticket.firstName)
    return answerTicket(context, found.ticket, words, false, by, 'ticket.answer_by_template')
  },
  'ticket.move': async (context, { ticket, before, department }, by) => {
    const { ticket_departments } = await context.settings.getSettings()
    if (ticket_departments.every(({ id }) => id !== department)) return refuse('desk.changed')
    const at = context.clock.now()
    const entry = { by, action: 'ticket.move', subject: `ticket:${ticket}`, before, after: department, at }
    return (await updateDepartment(context.db, { ticket, before, department }, entry)) ? ok() : refuse('desk.changed')
  },
  'ticket.merge': async (context, { ticket: id, into }, by) => {
    const found = await findTicketForDesk(context, id)
    if (found === null) return refuse('desk.changed')
    const { userId } = found.ticket
    const at = context.clock.now()
    const entry = { by, action: 'ticket.merge', subject: `ticket:${id}`, before: null, after: { into }, at }
    const refused = await mergeTicket(context.db, { id, into }, entry).catch((error: unknown) => {
      const rule = getViolatedConstraint(error)
      if (rule === 'ticket_merges_inserted' || rule === 'ticket_merges_pkey') return refuse('desk.changed')
      return refuseFullTicket(error)
    })
    if (refused) return refused
    await publishTicket(context, { id: into, userId })
    return ok()
  },
  'ticket.assign': async (context, { ticket, operator }, by) => {
    if (operator !== null && !(await canAnswer(context.db, operator))) return refuse('desk_support.not_support')
    return writeWithAudit(
      context,
      by,
      { action: 'ticket.assign', subject: `ticket:${ticket}`, after: operator },
      async (trx, at) => {
        const before = await findAssignment(trx, ticket)
        await updateAssignment(trx, ticket, operator, at)
        return before
      },
    )
  },
  'ticket.note': (context, { ticket, words }, by) => {
    const id = context.newId()
    return writeWithAudit(
      context,
      by,
      { action: 'ticket.note', subject: `ticket:${ticket}`, after: { note: id } },
      (trx, at) => insertNote(trx, { id, ticket, operator: by.actor, words: maskCardData(words), at }),
    )
  },
  'template.save': (context, input, by) => saveTemplate(context, input, by),
  'template.remove': (context, { template }, by) =>
    writeWithAudit(context, by, { action: 'template.remove', subject: `template:${template}`, after: null }, (trx) =>
      deleteTemplate(trx, template),
    ),
}

function saveTemplate(context: AppContext, input: ActionInput<'template.save'>, by: Signers): Promise<Result> {
  const { template, ...after } = input
  return writeWithAudit(context, by, { action: 'template.save', subject: `template:${template}`, after }, (trx, at) =>
    upsertTemplate(trx, input, by.actor, at),
  ).catch((error: unknown) => {
    if (getViolatedConstraint(error) !== 'ticket_templates_title') throw error
    return refuse('desk_support.title_taken')
  })
}

type Entry = { readonly action: string; readonly subject: string; readonly after: unknown }

/** Writes a change with its audit entry. @param write returns what was there before, for the audit trail */
async function writeWithAudit(
  { db, clock }: AppContext,
  by: Signers,
  entry: Entry,
  write: (trx: Db, at: Date) => Promise<unknown>,
): Promise<Result> {
  const at = clock.now()
  await db.transaction().execute(async (trx) => {
    const before = await write(trx, at)
    await insertAuditEntry(trx, { ...entry, by, before: before ?? null, at })
  })
  return ok()
}

/** Opens an answer. Returns null if it was sealed for something else. */
async function openAnswer(context: AppContext, ticketId: string, sealed: string): Promise<string | null> {
  const key = await createServerReaderKey(context)
  try {
    const opened = await key.open(Uint8Array.from(Buffer.from(sealed, 'base64url')), `answer:${ticketId}`)
    return Buffer.from(opened).toString('utf8')
  } catch {
    return null
  }
}
