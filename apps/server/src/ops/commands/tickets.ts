import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'

import { maxPostChars } from '@tradefront/rules/support/limits'
import { formatTicketNumber } from '@tradefront/rules/support/references'
import { ticketStatuses, ticketStatusIds, toTicketStatus } from '@tradefront/rules/support/ticket-status'

import {
  answerTicket,
  closeTicketByOperator,
  findTicketForDesk,
  listDeskTickets,
  listWaitingTickets,
  viewTicketFile,
} from '../../modules/support/desk.ts'
import { getErrorCode } from '../../platform/error-code.ts'
import { isUuid } from '../../platform/is-uuid.ts'
import { translateRefusal } from '../../platform/translate-refusal.ts'
import { CliError, usageError } from '../cli/cli-error.ts'
import type { CommandContext } from '../cli/command-context.ts'
import { formatFields, formatTable, formatTime } from '../cli/format.ts'
import { addListCommand } from '../cli/list-command.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'

type AnswerOptions = { readonly text?: string; readonly question?: boolean }
type FoundTicket = NonNullable<Awaited<ReturnType<typeof findTicketForDesk>>>

export function addTicketCommands(program: OperatorCommand): void {
  const tickets = addListCommand(program, {
    name: 'tickets',
    summary: 'questions of traders: those that wait for an answer, longest first',
    description:
      'List the tickets that wait for an answer, those that wait longest first. With --state, --trader or --after: those tickets, the last changed first. "answer by" is what the trader was promised; "language" is the one to answer in. Then use tickets show, answer or close.',
    filter: { states: ticketStatuses },
    listRows: (app, limit, { state, userId, after }) => {
      if (after !== null && !isUuid(after)) throw usageError('--after must be the id of a ticket.')
      if (state === null && userId === null && after === null) return listWaitingTickets(app, limit)
      const status = ticketStatuses.find((each) => each === state)
      const statusId = status === undefined ? null : ticketStatusIds[status]
      return listDeskTickets(app, { statusId, userId, after, limit })
    },
    columns: {
      ticket: (row) => row.id,
      number: (row) => formatTicketNumber(row.id),
      trader: (row) => row.userId,
      'e-mail': (row) => row.email,
      status: (row) => toTicketStatus(row.statusId) ?? null,
      priority: (row) => row.priority,
      department: (row) => row.department,
      subject: (row) => row.subject.slice(0, 60),
      messages: (row) => row.posts,
      language: (row) => row.language,
      'answer by': (row) => formatTime(row.answerBy),
      changed: (row) => formatTime(row.changedAt),
    },
    emptyMessage: 'No tickets.',
  })

  tickets
    .command('show <TICKET>')
    .summary('one ticket with its messages')
    .description(
      'Show a ticket with all its messages. Attachments have a number: write one into files with tickets file.',
    )
    .handle(showTicket)

  tickets
    .command('answer <TICKET>')
    .summary('answer a ticket; the trader reads it at once, and by e-mail')
    .description(
      'Answer a ticket. The trader sees it at once, and gets an e-mail unless they have stopped that. The ticket becomes Answered, or with --question Waiting: support then needs something of the trader.',
    )
    .option('--text <TEXT>', 'the answer; plain text, with \\n for a new line')
    .option('--question', 'the ticket then waits for the trader')
    .changesData()
    .handle(handleAnswerTicket)

  tickets
    .command('close <TICKET>')
    .summary('close a ticket; the trader can open it again by writing')
    .changesData()
    .handle(closeTicket)

  tickets
    .command('file <TICKET> <NUMBER>')
    .summary('write an attachment into image files, to look at it')
    .description(
      'Write an attachment into JPEG files, one for each page: with --to seen, seen-1.jpg and so on. NUMBER is that of tickets show. The files are not encrypted: remove them when you have seen them. The audit log keeps who looked at which file, and why.',
    )
    .option('--to <PATH>', 'beginning of the names; existing files are not overwritten')
    .changesData()
    .handle(saveFile)
}

async function showTicket(context: CommandContext, id: string): Promise<void> {
  const { ticket, posts } = await findTicket(context, id)
  const numbers = new Map(posts.flatMap(({ files }) => files).map((file, index) => [file.id, index + 1]))
  const { referenceKind, referenceId } = ticket
  const fields = formatFields([
    ['ticket', ticket.id],
    ['number', formatTicketNumber(ticket.id)],
    ['trader', `${ticket.userId} (${ticket.email}, ${ticket.language})`],
    ['subject', ticket.subject],
    ['about', referenceKind === null ? '' : `${referenceKind} ${referenceId ?? ''}`],
    ['status', toTicketStatus(ticket.statusId) ?? ''],
    ['opened', formatTime(ticket.createdAt)],
    ['answer by', formatTime(ticket.answerBy)],
  ])
  const table = formatTable(
    ['at', 'from', 'attachments', 'message'],
    posts.flatMap((post) =>
      `${post.content}`
        .split('\n')
        .map((line, index) => [
          index === 0 ? formatTime(post.createdAt) : '',
          index === 0 ? (post.operator ?? `${post.author}${post.via === 'mail' ? ' (mail)' : ''}`) : '',
          index === 0 ? post.files.map((file) => numbers.get(file.id) ?? '').join(', ') : '',
          line,
        ]),
    ),
    'No messages.',
  )
  context.print({ ticket, posts }, `${fields}\n${table}`)
}

async function handleAnswerTicket(context: CommandContext<AnswerOptions>, id: string): Promise<void> {
  const { app, options, by, confirm, print } = context
  const text = (options.text ?? '').replaceAll('\\n', '\n').trim()
  if (text === '' || text.length > maxPostChars || /[^\P{Cc}\n\t]/u.test(text))
    throw usageError(`Write the answer as plain text of up to ${maxPostChars} characters: --text "…".`)
  const { ticket } = await findTicket(context, id)
  await confirm(
    `Trader ${ticket.userId} (${ticket.email}, ${ticket.language}) reads about "${ticket.subject}":\n  ${text}`,
  )
  const answered = await answerTicket(app, ticket, text, options.question === true, by)
  if (!answered.ok) throw new CliError(translateRefusal('en', answered))
  print({ ticket: ticket.id }, 'Answered.\n')
}

async function closeTicket(context: CommandContext, id: string): Promise<void> {
  const { app, by, confirm, print } = context
  const { ticket } = await findTicket(context, id)
  await confirm(`The ticket ${formatTicketNumber(ticket.id)} (${ticket.subject}) is closed.`)
  if (!(await closeTicketByOperator(app, ticket, by))) throw new CliError('The ticket is closed already.')
  print({ ticket: ticket.id }, 'Closed.\n')
}

async function saveFile(context: CommandContext<{ to?: string }>, id: string, number = ''): Promise<void> {
  const { app, options, by, print } = context
  if (options.to === undefined) throw usageError('Add --to PATH with the beginning of the names.')
  const { ticket, posts } = await findTicket(context, id)
  const file = posts.flatMap(({ files }) => files)[Number(number) - 1]
  if (!/^\d{1,4}$/.test(number) || file === undefined) throw new CliError(`The ticket has no attachment ${number}.`)
  const images = await viewTicketFile(app, ticket.id, file, by)
  const paths = images.map((_, index) => resolve(`${options.to}-${index + 1}.jpg`))
  for (const [index, path] of paths.entries()) await writeNewFile(path, images[index] ?? Buffer.alloc(0))
  print({ paths }, `${paths.join('\n')}\nRemove them when you have seen them.\n`)
}

async function writeNewFile(path: string, bytes: Buffer): Promise<void> {
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const exists = getErrorCode(error) === 'EEXIST'
    throw new CliError(exists ? `${path} exists already.` : `${path} cannot be written.`)
  }
}

/** Finds a ticket. @throws CliError */
async function findTicket({ app }: CommandContext, id: string): Promise<FoundTicket> {
  const found = isUuid(id.toLowerCase()) ? await findTicketForDesk(app, id.toLowerCase()) : null
  if (found === null) throw new CliError(`There is no ticket "${id}": use the id of the list.`)
  return found
}
