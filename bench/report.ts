/** One line of the report. With a reference, the goal is about `ours / reference`. */
export type ReportRow = {
  readonly name: string
  readonly unit: string
  readonly ours: number
  readonly reference: number | null
  readonly ratio: number | null
  /** Goal in words, e.g. `>= 0.5` or `< 8 ms`. */
  readonly goal: string
  readonly isMet: boolean
}

/** Builds a row with our figure divided by the reference of the same run; the goal is at least `minimum`. */
export function toRatioRow(name: string, unit: string, ours: number, reference: number, minimum: number): ReportRow {
  const ratio = ours / reference
  return {
    name,
    unit,
    ours: round(ours),
    reference: round(reference),
    ratio: round(ratio),
    goal: `>= ${minimum}`,
    isMet: ratio >= minimum,
  }
}

/** Builds a row with our figure divided by the reference of the same run; the goal is at most `maximum`. */
export function toMaximumRatioRow(
  name: string,
  unit: string,
  ours: number,
  reference: number,
  maximum: number,
): ReportRow {
  const isMet = ours / reference <= maximum
  return { ...toRatioRow(name, unit, ours, reference, 0), goal: `<= ${maximum}`, isMet }
}

/** Builds a row with a limit. The reference is only for comparison. */
export function toMaximumRow(
  name: string,
  unit: string,
  ours: number,
  maximum: number,
  reference: number | null = null,
): ReportRow {
  return {
    name,
    unit,
    ours: round(ours),
    reference: reference === null ? null : round(reference),
    ratio: reference === null || reference === 0 ? null : round(ours / reference),
    goal: `< ${maximum} ${unit}`,
    isMet: ours < maximum,
  }
}

export function toMinimumRow(name: string, unit: string, ours: number, minimum: number): ReportRow {
  return {
    name,
    unit,
    ours: round(ours),
    reference: null,
    ratio: null,
    goal: `>= ${minimum} ${unit}`,
    isMet: ours >= minimum,
  }
}

export function toZeroRow(name: string, findings: readonly string[]): ReportRow {
  return {
    name,
    unit: 'found',
    ours: findings.length,
    reference: null,
    ratio: null,
    goal: '= 0',
    isMet: findings.length === 0,
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Takes each row from the run with the median ratio, or median value without a reference. */
export function toMedianRows(runs: readonly (readonly ReportRow[])[]): ReportRow[] {
  return (runs[0] ?? []).flatMap(({ name }) => {
    const sorted = runs
      .flatMap((rows) => rows.filter((row) => row.name === name))
      .toSorted((a, b) => (a.ratio ?? a.ours) - (b.ratio ?? b.ours))
    return sorted.slice(sorted.length >> 1, (sorted.length >> 1) + 1)
  })
}

const columnWidths = [62, 14, 10, 8, 14]

export function formatHeader(): string {
  return formatCells(['', 'ours', 'reference', 'ratio', 'goal', ''])
}

export function formatRow(row: ReportRow): string {
  return formatCells([
    row.name,
    `${row.ours} ${row.unit}`,
    row.reference === null ? '' : String(row.reference),
    row.ratio === null ? '' : String(row.ratio),
    row.goal,
    row.isMet ? 'met' : 'MISSED',
  ])
}

function formatCells(cells: readonly string[]): string {
  return cells
    .map((cell, column) => cell.padEnd(columnWidths[column] ?? 0))
    .join(' ')
    .trimEnd()
}

function round(value: number): number {
  return Number(value.toPrecision(4))
}
