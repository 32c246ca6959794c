import type { AppContext } from '../../context.ts'
import { findTrader } from '../find-trader.ts'
import { usageError } from './cli-error.ts'
import type { CommandContext } from './command-context.ts'
import { type Cell, formatTable } from './format.ts'
import type { OperatorCommand } from './operator-command.ts'
import { parseCount } from './parse-input.ts'

/** Null values match all. `after` is the last row of the page before. */
export type ListFilter = {
  readonly state: string | null
  readonly userId: number | null
  readonly after: string | null
}

type ListCommandOptions<Row> = {
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly listRows: (app: AppContext, limit: number, filter: ListFilter) => Promise<readonly Row[]>
  readonly hasLimit?: false
  /** Adds --state with these values, --trader and --after. */
  readonly filter?: { readonly states: readonly string[] }
  readonly columns: Readonly<Record<string, (row: Row) => Cell>>
  readonly emptyMessage: string
}

type ListOptions = { limit?: number; state?: string; trader?: string; after?: string }

const defaultLimit = 100

export function addListCommand<Row>(
  program: OperatorCommand,
  { name, summary, description, listRows, hasLimit, filter, columns, emptyMessage }: ListCommandOptions<Row>,
): OperatorCommand {
  const command = program.command(name).summary(summary).description(description)
  if (hasLimit !== false)
    command.option('--limit <N>', 'number of rows at most', parseCount('--limit', 10_000), defaultLimit)
  if (filter)
    command
      .option('--state <STATE>', `only ${filter.states.join(', ')}`)
      .option('--trader <TRADER>', 'only of this account number or e-mail')
      .option('--after <ID>', 'the rows after this one, for the next page')
  return command.handle(async (context: CommandContext<ListOptions>) => {
    const { app, options, print } = context
    const rows = await listRows(app, options.limit ?? defaultLimit, await readFilter(context, filter?.states ?? []))
    const cells = rows.map((row) => Object.values(columns).map((toCell) => toCell(row)))
    print(rows, formatTable(Object.keys(columns), cells, emptyMessage))
  })
}

async function readFilter(context: CommandContext<ListOptions>, states: readonly string[]): Promise<ListFilter> {
  const { state, trader, after } = context.options
  if (state !== undefined && !states.includes(state)) throw usageError(`--state must be one of ${states.join(', ')}.`)
  return {
    state: state ?? null,
    userId: trader === undefined ? null : (await findTrader(context, trader)).id,
    after: after ?? null,
  }
}
