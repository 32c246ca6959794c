import type { AppContext } from '../../context.ts'
import { findTrader } from '../find-trader.ts'
import { usageError } from './cli-error.ts'
import type { CommandContext } from './command-context.ts'
import { type Cell, formatTable } from './format.ts'
import type { OperatorCommand } from './operator-command.ts'
import { parseCount } from './parse-input.ts'

/** `State` is the state of a record. Null values match all. */
export type RecordFilter<State extends string> = {
  readonly states: readonly State[] | null
  readonly userId: number | null
}

type RecordListOptions<Row, State extends string> = {
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly states: readonly State[]
  /** Lists records, newest first. @param before a reference of the last record of the page before @throws CliError if there is none */
  readonly listRows: (
    app: AppContext,
    filter: RecordFilter<State>,
    before: string | null,
    limit: number,
  ) => Promise<readonly Row[]>
  readonly columns: Readonly<Record<string, (row: Row) => Cell>>
  readonly emptyMessage: string
}

type ListOptions = {
  readonly state?: string
  readonly trader?: string
  readonly before?: string
  readonly limit: number
}

const defaultLimit = 50

/**
 * Adds a list of what traders have, e.g. deposits or withdrawals. All lists have the same options and order. Their commands are its
 * subcommands.
 */
export function addRecordList<Row, State extends string>(
  program: OperatorCommand,
  { name, summary, description, states, listRows, columns, emptyMessage }: RecordListOptions<Row, State>,
): OperatorCommand {
  return program
    .command(name)
    .summary(summary)
    .description(`${description} Newest first.`)
    .option('--state <STATES>', `only these, separated by commas: ${states.join(', ')}`)
    .option('--trader <TRADER>', 'only of this trader: account number or e-mail')
    .option('--before <REF>', 'the page after this record')
    .option('--limit <N>', 'number of rows at most', parseCount('--limit', 1000), defaultLimit)
    .handle(async (context: CommandContext<ListOptions>) => {
      const { app, options, print } = context
      const trader = options.trader === undefined ? null : await findTrader(context, options.trader)
      const filter = { states: parseStates(options.state, states), userId: trader?.id ?? null }
      const rows = await listRows(app, filter, options.before ?? null, options.limit)
      const cells = rows.map((row) => Object.values(columns).map((toCell) => toCell(row)))
      print(rows, formatTable(Object.keys(columns), cells, emptyMessage))
    })
}

function parseStates<State extends string>(
  text: string | undefined,
  states: readonly State[],
): readonly State[] | null {
  if (text === undefined) return null
  return text.split(',').map((name) => {
    const state = states.find((each) => each === name.trim())
    if (state === undefined) throw usageError(`--state must be of ${states.join(', ')}.`)
    return state
  })
}
