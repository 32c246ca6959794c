import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'

import { type DocumentKind, documentKinds, refusalReasons } from '@tradefront/rules/documents/limits'

import type { Decision } from '../../modules/documents/service.ts'
import { alwaysMutates, type CommandContext, type Command, neverMutates } from '../cli/command.ts'
import { exitCodes, CliError } from '../cli/cli-error.ts'
import { formatTable, formatTime } from '../cli/terminal.ts'

type PendingDocument = Awaited<ReturnType<CommandContext['services']['documents']['listPending']>>[number]

const listCommand: Command = {
  name: 'documents',
  usage: '',
  about: 'documents that wait to be looked at, oldest first',
  details: [
    'All files of a trader and a kind are decided together: look at each with document, then approve or refuse.',
  ],
  options: {},
  argumentCount: [0, 0],
  isMutating: neverMutates,
  run: async ({ services: session, print }) => {
    const rows = await session.documents.listPending()
    print(
      rows.map(({ store: _store, ...row }) => row),
      formatTable(
        ['file', 'trader', 'e-mail', 'kind', 'type', 'KB', 'sent'],
        rows.map((row) => [
          row.id,
          row.userId,
          row.email,
          row.kind,
          row.type,
          Math.ceil(row.bytes / 1024),
          formatTime(row.sentAt),
        ]),
        'No document waits.',
      ),
    )
    return exitCodes.done
  },
}

const showCommand: Command = {
  name: 'document',
  usage: 'FILE --to PATH',
  about: 'write a document that waits into a file, to look at it',
  details: [
    'It leaves the sealed store: remove the file when you have seen it. Who looked at what, and why, is written down. Open a',
    'PDF in a viewer that runs no scripts.',
  ],
  options: { to: { type: 'string', value: 'PATH', about: 'where to write it; nothing is overwritten' } },
  argumentCount: [1, 1],
  isMutating: alwaysMutates,
  run: async (call) => {
    const to = call.getOption('to')
    if (to === undefined) throw new CliError('Say where to write it, with --to PATH.', exitCodes.usage)
    const file = (await call.services.documents.listPending()).find(({ id }) => id === call.args[0])
    const bytes = file && (await call.services.documents.viewFile(file, call.by))
    if (!file || !bytes) throw new CliError(`No document "${call.args[0] ?? ''}" waits.`)
    const path = resolve(to)
    try {
      await writeFile(path, bytes, { flag: 'wx', mode: 0o600 })
    } catch (error) {
      const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST'
      throw new CliError(exists ? `${path} is there already.` : `${path} cannot be written.`)
    }
    call.print({ path, type: file.type }, `${path} (${file.type}): remove it when you have seen it.\n`)
    return exitCodes.done
  },
}

const approveCommand: Command = {
  name: 'approve',
  usage: 'TRADER KIND',
  about: 'accept the waiting documents of a kind: passport, card or sign',
  details: ['The trader is told at once. With everything accepted that is asked for, the trader is verified.'],
  options: {},
  argumentCount: [2, 2],
  isMutating: alwaysMutates,
  run: (call) => decideDocuments(call, { approve: true, reason: null }),
}

const refuseCommand: Command = {
  name: 'refuse',
  usage: 'TRADER KIND --because REASON',
  about: 'refuse them, with the reason that the trader reads',
  details: [
    `REASON is one of ${refusalReasons.join(', ')}. The trader reads it in their language, with what to do next.`,
  ],
  options: { because: { type: 'string', value: 'REASON', about: 'what is wrong with them' } },
  argumentCount: [2, 2],
  isMutating: alwaysMutates,
  run: (call) => {
    const reason = refusalReasons.find((each) => each === call.getOption('because'))
    if (reason === undefined)
      throw new CliError(`Say --because with one of ${refusalReasons.join(', ')}.`, exitCodes.usage)
    return decideDocuments(call, { approve: false, reason })
  },
}

export const documentCommands: readonly Command[] = [listCommand, showCommand, approveCommand, refuseCommand]

async function decideDocuments(call: CommandContext, decision: Decision): Promise<number> {
  const [trader = '', word = ''] = call.args
  const kind: DocumentKind | undefined = documentKinds.find((each) => each === word)
  if (kind === undefined)
    throw new CliError(`There is no kind "${word}": they are ${documentKinds.join(', ')}.`, exitCodes.usage)
  const files = (await call.services.documents.listPending()).filter(
    (file) => file.kind === kind && belongsTo(file, trader),
  )
  const [first] = files
  if (first === undefined) throw new CliError(`No ${kind} of trader "${trader}" waits.`)
  const seen = files.map((file) => `${file.id}, sent ${formatTime(file.sentAt)}`).join('\n  ')
  const done = decision.approve ? 'accepted' : `refused (${decision.reason})`
  await call.confirm(`The ${kind} of trader ${first.userId} (${first.email}) is ${done}:\n  ${seen}`)
  // Only what was listed: a file that came meanwhile has been seen by nobody.
  const ids = files.map(({ id }) => id)
  if (!(await call.services.documents.decideFiles({ userId: first.userId, kind }, ids, decision, call.by)))
    throw new CliError('These files do not all wait any more: list them again.')
  call.print(
    { trader: first.userId, kind, files: ids, ...decision },
    `The ${kind} is ${done}. The trader has been told.\n`,
  )
  return exitCodes.done
}

/** By the account's number or its whole e-mail. */
function belongsTo({ userId, email }: PendingDocument, trader: string): boolean {
  return String(userId) === trader || email === trader.toLowerCase()
}
