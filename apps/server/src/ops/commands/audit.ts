import { type AuditCheck, checkAuditTrail } from '../../modules/log/audit-trail.ts'
import { listAuditEntries } from '../../platform/audit.ts'
import { type AuditFault, readSeals } from '../../platform/audit-seals.ts'
import { CliError, exitCodes } from '../cli/cli-error.ts'
import { formatTable, formatTime } from '../cli/format.ts'
import { addListCommand } from '../cli/list-command.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'
import { parseCount } from '../cli/parse-input.ts'

const maxSeals = 100_000

export function addAuditCommands(program: OperatorCommand): void {
  addListCommand(program, {
    name: 'audit',
    summary: 'who changed what by hand, and why, newest first',
    description:
      'List the changes made by hand, newest first. The database refuses to change or delete them. --json shows the values before and after.',
    listRows: (app, limit) => listAuditEntries(app.reports, limit),
    columns: {
      at: (row) => formatTime(row.at),
      who: (row) => row.actor,
      account: (row) => row.osUser,
      did: (row) => row.action,
      to: (row) => row.subject,
      why: (row) => row.why,
    },
    emptyMessage: 'Nothing has been changed by hand.',
  })
  program
    .command('audit-check')
    .summary('compare the audit trail with its chain of hashes and with the public log')
    .description(
      'Compute the hash of each entry of the audit trail again, and compare it with the seal that the entry got in its first second, and the seals with those in the public log. Nothing is changed. The exit code is 3 if an entry was changed, removed or added later.',
    )
    .handle(async ({ app, print, setExitCode }) => {
      const check = await checkAuditTrail(app)
      print(check, formatCheck(check))
      if (check.faults.length + check.differingHeads.length > 0) setExitCode(exitCodes.differs)
    })
  program
    .command('audit-seals')
    .summary('print a part of the audit trail for someone who checks it')
    .description(
      'Print entries of the audit trail with their seals. Give the file only to those who may read the trail, such as an auditor: with "npm run verify -- URL --audit FILE" they check that nothing in it was changed, removed or added since the public log has its head. Nothing is changed.',
    )
    .option('--from <NUMBER>', 'number of the first seal', parseCount('--from', Number.MAX_SAFE_INTEGER), 1)
    .option('--most <COUNT>', 'how many seals', parseCount('--most', maxSeals), maxSeals)
    .handle<{ from: number; most: number }>(async ({ app, options, print }) => {
      const file = await readSeals(app.reports, options.from, options.most)
      if (file.seals.length === 0) throw new CliError(`There is no seal with the number ${options.from}.`)
      print(file, `${JSON.stringify(file)}\n`)
    })
}

const faultTexts: Record<AuditFault['fault'], string> = {
  added: 'has no seal',
  waiting: 'waits for its seal for over a minute',
  removed: 'was removed',
  changed: 'was changed',
  seal_missing: 'is after a missing seal',
}

function formatCheck({ seals, unlogged, faults, differingHeads }: AuditCheck): string {
  const rows = [
    ...faults.map(({ fault, entryId }) => [`entry ${entryId}`, faultTexts[fault]]),
    ...differingHeads.map((number) => [`seal ${number}`, 'is not the one in the public log']),
  ]
  const table = rows.length === 0 ? '' : `${formatTable(['what', 'fault'], rows, '')}\n`
  const result = rows.length === 0 ? 'All agree.' : `Wrong: ${rows.length}.`
  return `${table}Seals: ${seals}, of which ${unlogged} are not in the public log yet. ${result}\n`
}
