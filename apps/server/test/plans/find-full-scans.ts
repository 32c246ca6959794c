import type pg from 'pg'

/** The part of `explain (format json)` that is compared. */
type PlanNode = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly 'Plan Rows': number
  readonly Plans?: readonly PlanNode[]
}

/** Rows per table and index; a partial index has only those of its condition. */
export type RowCounts = ReadonlyMap<string, number>

/** A table with more rows than this is large. */
export const largeTableRows = 10_000

export async function countRows(client: pg.Client): Promise<RowCounts> {
  const { rows } = await client.query<{ relname: string; reltuples: number }>(
    `select relname, reltuples from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace`,
  )
  return new Map(rows.map(({ relname, reltuples }) => [relname, reltuples]))
}

/** Returns one sentence for each part of the plan that reads a whole large table or index. The plan is for any parameters. */
export async function findFullScans(client: pg.Client, statement: string, counts: RowCounts): Promise<string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (generic_plan, format json) ${statement}`,
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  return plan === undefined ? [] : checkNode(plan, counts, false)
}

/** Checks a part of the plan. @param isLimited a limit above stops the scan early */
function checkNode(node: PlanNode, counts: RowCounts, isLimited: boolean): string[] {
  const type = node['Node Type']
  const found: string[] = []
  const name = type === 'Seq Scan' ? node['Relation Name'] : node['Index Name']
  const rowCount = counts.get(name ?? '') ?? 0
  if (rowCount > largeTableRows) {
    const stopsEarly = isLimited && node.Filter === undefined
    if (node['Index Cond'] === undefined && !stopsEarly) found.push(`${type} of ${name} (${rowCount} rows)`)
    else if (node['Plan Rows'] > largeTableRows && !stopsEarly)
      found.push(`${type} of ${name} finds ${node['Plan Rows']} of ${rowCount} rows`)
  }
  const passesLimit =
    type === 'Limit' || (isLimited && !['Sort', 'Aggregate', 'Hash', 'WindowAgg', 'Materialize'].includes(type))
  // The limit stops only the first input of a join.
  const inner = (node.Plans ?? []).flatMap((child, index) => checkNode(child, counts, passesLimit && index === 0))
  return [...found, ...inner]
}
