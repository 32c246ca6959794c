import { readFile } from 'node:fs/promises'

import { type Command, never } from '../cli/command.ts'
import { readDay } from '../cli/parse-input.ts'
import { type Comparison, reconcile } from '../reconcile/reconcile-statement.ts'
import { exitCodes, Refusal } from '../cli/cli-error.ts'
import { readStatement } from '../reconcile/parse-statement.ts'
import { money, table, time } from '../cli/terminal.ts'

export const reconcileCommand: Command = {
  name: 'reconcile',
  usage: 'FILE',
  about: 'compare a statement of the processors (CSV) with the ledger, to the cent',
  details: [
    'Whatever the file names is compared, whenever it was. What the ledger has and the file has not is looked for from the',
    'first line’s time on (or --from), up to now (or --to). Differences: missing_here (taken, not booked), missing_there',
    '(booked, not taken), other_amount, other_state (one of both is not at its end, or they ended differently), doubled.',
    'FILE has the columns kind, processor, ref, refund_ref, amount (minor units), currency, status and created_at, as the',
    'sandbox writes them at /control/statement.csv. Nothing is changed; the exit code is 3 when something differs.',
  ],
  options: {
    from: { type: 'string', value: 'DAY', about: 'look for what the file lacks from this day on (UTC)' },
    to: { type: 'string', value: 'DAY', about: 'up to and without this day (UTC)' },
  },
  takes: [1, 1],
  changes: never,
  run: async ({ session, args, option, print }) => {
    const name = args[0] ?? ''
    const statement = readStatement(await readText(name), name)
    const first = Math.min(...statement.map(({ createdAt }) => createdAt.getTime()))
    const from = readDay(option('from'), '--from') ?? (Number.isFinite(first) ? new Date(first) : undefined)
    if (from === undefined)
      throw new Refusal(`${name} has no rows: say --from DAY, so that it is known what to look for.`)
    const to = readDay(option('to'), '--to') ?? session.clock.now()
    const refs = [...new Set(statement.map(({ ref }) => ref))]
    const [booked, known] = await Promise.all([session.cards.booked(from, to, refs), session.cards.known(refs)])
    const compared = reconcile(statement, { booked, known, from, to })
    print(
      { file: name, rows: statement.length, from, to, ...compared },
      `${name}: ${statement.length} rows; the ledger from ${time(from)} to ${time(to)} UTC\n\n${words(compared)}`,
    )
    return compared.differences.length === 0 ? exitCodes.done : exitCodes.differs
  },
}

function words({ differences, totals, agreed }: Comparison): string {
  const sums = table(
    ['processor', 'statement', 'ledger', 'difference'],
    totals.map(({ processor, currency, there, here }) => [
      processor,
      money(there, currency),
      money(here, currency),
      money(there - here, currency),
    ]),
    'No money has moved.',
  )
  if (differences.length === 0) return `${sums}\nThey agree to the cent, in ${agreed} movements of money.\n`
  const found = table(
    ['difference', 'what', 'processor', 'ref', 'statement', 'ledger', 'amount'],
    differences.map(({ kind, what, processor, ref, there, here, difference, currency }) => [
      kind,
      what,
      processor,
      ref,
      there,
      here,
      money(difference, currency),
    ]),
    '',
  )
  const count = differences.length === 1 ? '1 difference' : `${differences.length} differences`
  return `${sums}\n${found}\n${count}; ${agreed} movements of money agree.\n`
}

async function readText(name: string): Promise<string> {
  try {
    return await readFile(name, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new Refusal(`${name} cannot be read (${code}).`)
  }
}
