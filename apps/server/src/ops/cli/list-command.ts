import { type Command, neverMutates, type OptionHelp } from './command.ts'
import { parseLimit } from './parse-input.ts'
import { exitCodes } from './cli-error.ts'
import type { OperatorServices } from '../operator-services.ts'
import { type Cell, formatTable } from './terminal.ts'

const limit: OptionHelp = { type: 'string', value: 'N', about: 'how many rows at most; 100' }

/** What a list is made of: the rows, how each column shows them, and what is said when there are none. */
type ListCommandOptions<Row> = Pick<Command, 'name' | 'about' | 'details'> & {
  readonly findRows: (session: OperatorServices, limit: number) => Promise<readonly Row[]>
  readonly columns: Readonly<Record<string, (row: Row) => Cell>>
  readonly emptyMessage: string
}

/** A command that shows rows as a table, and with `--json` whole. */
export function createListCommand<Row>({
  findRows: find,
  columns,
  emptyMessage: none,
  ...rest
}: ListCommandOptions<Row>): Command {
  return {
    ...rest,
    usage: '',
    options: { limit },
    argumentCount: [0, 0],
    isMutating: neverMutates,
    run: async ({ services: session, getOption: option, print }) => {
      const rows = await find(session, parseLimit(option('limit')))
      const cells = rows.map((row) => Object.values(columns).map((show) => show(row)))
      print(rows, formatTable(Object.keys(columns), cells, none))
      return exitCodes.done
    },
  }
}
