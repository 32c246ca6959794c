/** One line of the report. `ours / reference` is what is held against the goal where there is a reference. */
export type ReportRow = {
  readonly name: string
  readonly unit: string
  readonly ours: number
  readonly reference: number | null
  readonly ratio: number | null
  /** `>= 0.5`, `< 8 ms`. */
  readonly goal: string
  readonly holds: boolean
}

/** Ours against a reference of the same run: the ratio must be at least `least`. */
export function toRatioRow(name: string, unit: string, ours: number, reference: number, minimum: number): ReportRow {
  const ratio = ours / reference
  return {
    name,
    unit,
    ours: round(ours),
    reference: round(reference),
    ratio: round(ratio),
    goal: `>= ${minimum}`,
    holds: ratio >= minimum,
  }
}

/** A number that must stay below a limit; the reference is only there to compare. */
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
    holds: ours < maximum,
  }
}

/** A number that must reach a limit. */
export function toMinimumRow(name: string, unit: string, ours: number, minimum: number): ReportRow {
  return {
    name,
    unit,
    ours: round(ours),
    reference: null,
    ratio: null,
    goal: `>= ${minimum} ${unit}`,
    holds: ours >= minimum,
  }
}

/** Something that is so or is not; `ours` counts what speaks against it. */
export function toZeroRow(name: string, findings: readonly string[]): ReportRow {
  return {
    name,
    unit: 'found',
    ours: findings.length,
    reference: null,
    ratio: null,
    goal: '= 0',
    holds: findings.length === 0,
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The report as a table for a terminal. */
export function formatTable(rows: readonly ReportRow[]): string {
  const cells = rows.map((row) => [
    row.name,
    `${row.ours} ${row.unit}`,
    row.reference === null ? '' : String(row.reference),
    row.ratio === null ? '' : String(row.ratio),
    row.goal,
    row.holds ? 'holds' : 'FALLS SHORT',
  ])
  const all = [['', 'ours', 'reference', 'ratio', 'goal', ''], ...cells]
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...all.map((line) => line[column]?.length ?? 0)))
  return all
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function round(value: number): number {
  return Number(value.toPrecision(4))
}
