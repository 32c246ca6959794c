import { type Command, never, type OptionHelp } from './command.ts'
import { readLimit } from './parse-input.ts'
import { exitCodes } from './cli-error.ts'
import type { Session } from '../operator-services.ts'
import { type Cell, table } from './terminal.ts'

const limit: OptionHelp = { type: 'string', value: 'N', about: 'how many rows at most; 100' }

/** What a list is made of: the rows, how each column shows them, and what is said when there are none. */
type Listing<Row> = Pick<Command, 'name' | 'about' | 'details'> & {
  readonly find: (session: Session, limit: number) => Promise<readonly Row[]>
  readonly columns: Readonly<Record<string, (row: Row) => Cell>>
  readonly none: string
}

/** A command that shows rows as a table, and with `--json` whole. */
export function listing<Row>({ find, columns, none, ...named }: Listing<Row>): Command {
  return {
    ...named,
    usage: '',
    options: { limit },
    takes: [0, 0],
    changes: never,
    run: async ({ session, option, print }) => {
      const rows = await find(session, readLimit(option('limit')))
      const cells = rows.map((row) => Object.values(columns).map((show) => show(row)))
      print(rows, table(Object.keys(columns), cells, none))
      return exitCodes.done
    },
  }
}
