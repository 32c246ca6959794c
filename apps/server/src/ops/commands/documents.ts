import { writeFile } from 'node:fs/promises'
import { join, parse, resolve } from 'node:path'

import { documentKinds, refusalReasons } from '@tradefront/rules/documents/document-kinds'

import { countries } from '@tradefront/rules/settings/countries'

import { listPendingFiles, type PendingFile } from '../../modules/documents/decision-store.ts'
import { decideDocuments, type Decision, viewDocument } from '../../modules/documents/service.ts'
import { getErrorCode } from '../../platform/error-code.ts'
import { CliError, usageError } from '../cli/cli-error.ts'
import type { CommandContext } from '../cli/command-context.ts'
import { formatTime } from '../cli/format.ts'
import { addListCommand } from '../cli/list-command.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'

type PendingDocument = PendingFile

export function addDocumentCommands(program: OperatorCommand): void {
  addListCommand(program, {
    name: 'documents',
    summary: 'documents that wait for a decision, oldest first',
    description:
      'List the documents that wait for a decision, oldest first. All files of one trader and kind are decided together: look at each with "document", then "approve" or "refuse".',
    listRows: async (app) => (await listPendingFiles(app.db)).map(({ store: _store, ...document }) => document),
    hasLimit: false,
    columns: {
      file: (row) => row.id,
      trader: (row) => row.userId,
      'e-mail': (row) => row.email,
      country: (row) => describeCountry(row.country),
      kind: (row) => row.kind,
      type: (row) => row.type,
      KB: (row) => Math.ceil(row.bytes / 1024),
      pages: (row) => row.pages,
      sent: (row) => formatTime(row.sentAt),
    },
    emptyMessage: 'No documents are waiting.',
  })

  program
    .command('document <FILE>')
    .summary('write a waiting document into image files, to look at it')
    .description(
      'Write a waiting document into a file: a JPEG, or a PNG of a signature. Each page of a PDF is a file of its own, e.g. seen-1.jpg and seen-2.jpg for --to seen.jpg. The files are not encrypted: remove them when you have seen them. The audit log keeps who looked at which document, and why.',
    )
    .option('--to <PATH>', 'where to write it; an existing file is not overwritten')
    .changesData()
    .handle(saveDocument)

  program
    .command('approve <TRADER> <KIND>')
    .summary('approve the waiting documents of a kind: passport, card or sign')
    .description(
      'Approve the waiting documents of a kind: passport, card or sign. TRADER is an account number or an e-mail. The trader is notified at once. A trader whose required documents are all approved is verified.',
    )
    .changesData()
    .handle((context, trader, kind) => handleDecideDocuments(context, trader, kind, { approve: true, reason: null }))

  program
    .command('refuse <TRADER> <KIND>')
    .summary('refuse them, with a reason that the trader reads')
    .description(
      `Refuse the waiting documents of a kind. REASON is one of ${refusalReasons.join(', ')}. The trader reads it in their language, with what to do next.`,
    )
    .option('--because <REASON>', 'what is wrong with them')
    .changesData()
    .handle(async (context: CommandContext<{ because?: string }>, trader, kind) => {
      const reason = refusalReasons.find((each) => each === context.options.because)
      if (reason === undefined) throw usageError(`Add --because with one of ${refusalReasons.join(', ')}.`)
      await handleDecideDocuments(context, trader, kind, { approve: false, reason })
    })
}

async function saveDocument({ app, options, by, print }: CommandContext<{ to?: string }>, id: string): Promise<void> {
  if (options.to === undefined) throw usageError('Add --to PATH with the file to write.')
  const file = (await listPendingFiles(app.db)).find((each) => each.id === id)
  const images = file && (await viewDocument(app, file, by))
  if (!file || !images) throw new CliError(`No document "${id}" is waiting.`)
  const path = resolve(options.to)
  const pages = images.map((image, index) => ({ image, path: images.length === 1 ? path : addNumber(path, index + 1) }))
  for (const page of pages) await writeNewFile(page.path, page.image)
  const paths = pages.map((page) => page.path)
  const lines = paths.map((each, index) => `page ${index + 1} of ${paths.length}: ${each}\n`).join('')
  const list =
    paths.length === 1
      ? `${path}: remove it when you have seen it.\n`
      : `${lines}Remove them when you have seen them.\n`
  print({ paths, type: file.type }, list)
}

function addNumber(path: string, number: number): string {
  const { dir, name, ext } = parse(path)
  return join(dir, `${name}-${number}${ext}`)
}

async function writeNewFile(path: string, bytes: Buffer): Promise<void> {
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const exists = getErrorCode(error) === 'EEXIST'
    throw new CliError(exists ? `${path} exists already.` : `${path} cannot be written.`)
  }
}

async function handleDecideDocuments(
  { app, by, confirm, print }: CommandContext,
  trader: string,
  kindName: string,
  decision: Decision,
): Promise<void> {
  const kind = documentKinds.find((each) => each === kindName)
  if (kind === undefined) throw usageError(`There is no kind "${kindName}". Kinds: ${documentKinds.join(', ')}.`)
  const pending = await listPendingFiles(app.db)
  const files = pending.filter((file) => file.kind === kind && belongsTo(file, trader))
  const [first] = files
  if (first === undefined) throw new CliError(`No ${kind} of trader "${trader}" is waiting.`)
  const list = files.map((file) => `${file.id}, sent ${formatTime(file.sentAt)}`).join('\n  ')
  const done = decision.approve ? 'approved' : `refused (${decision.reason})`
  await confirm(`The ${kind} of trader ${first.userId} (${first.email}) is ${done}:\n  ${list}`)
  // Only the listed files are decided: the operator has not seen one that arrived since.
  const ids = files.map(({ id }) => id)
  if (!(await decideDocuments(app, { userId: first.userId, kind, ids }, decision, by)))
    throw new CliError('Not all of these files are still waiting: list them again.')
  print(
    { trader: first.userId, kind, files: ids, ...decision },
    `The ${kind} is ${done}. The trader has been notified.\n`,
  )
}

/** Describes a country, e.g. `DE German, regulated`: what a passport of the country says, and whether its rules for brokers apply. */
function describeCountry(iso: string): string {
  const country = countries.find((each) => each.iso === iso)
  return country === undefined ? iso : `${iso} ${country.nationality}${country.isRegulated ? ', regulated' : ''}`
}

/** Returns whether the document is the trader's, by the account's number or its whole e-mail. */
function belongsTo({ userId, email }: PendingDocument, trader: string): boolean {
  return String(userId) === trader || email === trader.toLowerCase()
}
