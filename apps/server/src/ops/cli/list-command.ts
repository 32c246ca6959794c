import type { OperatorServices } from '../operator-services.ts'
import type { CommandContext } from './command-context.ts'
import { type Cell, formatTable } from './format.ts'
import type { OperatorCommand } from './operator-command.ts'
import { parseCount } from './parse-input.ts'

type ListCommandOptions<Row> = {
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly listRows: (services: OperatorServices, limit: number) => Promise<readonly Row[]>
  readonly hasLimit?: false
  readonly columns: Readonly<Record<string, (row: Row) => Cell>>
  readonly emptyMessage: string
}

const defaultLimit = 100

export function addListCommand<Row>(
  program: OperatorCommand,
  { name, summary, description, listRows, hasLimit, columns, emptyMessage }: ListCommandOptions<Row>,
): OperatorCommand {
  const command = program.command(name).summary(summary).description(description)
  if (hasLimit !== false)
    command.option('--limit <N>', 'number of rows at most', parseCount('--limit', 10_000), defaultLimit)
  return command.handle(async ({ services, options, print }: CommandContext<{ limit?: number }>) => {
    const rows = await listRows(services, options.limit ?? defaultLimit)
    const cells = rows.map((row) => Object.values(columns).map((toCell) => toCell(row)))
    print(rows, formatTable(Object.keys(columns), cells, emptyMessage))
  })
}
