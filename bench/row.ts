/** One line of the report. `ours / reference` is what is held against the goal where there is a reference. */
export type Row = {
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
export function ratioRow(name: string, unit: string, ours: number, reference: number, least: number): Row {
  const ratio = ours / reference
  return {
    name,
    unit,
    ours: round(ours),
    reference: round(reference),
    ratio: round(ratio),
    goal: `>= ${least}`,
    holds: ratio >= least,
  }
}

/** A number that must stay below a limit; the reference is only there to compare. */
export function limitRow(
  name: string,
  unit: string,
  ours: number,
  below: number,
  reference: number | null = null,
): Row {
  return {
    name,
    unit,
    ours: round(ours),
    reference: reference === null ? null : round(reference),
    ratio: reference === null || reference === 0 ? null : round(ours / reference),
    goal: `< ${below} ${unit}`,
    holds: ours < below,
  }
}

/** A number that must reach a limit. */
export function leastRow(name: string, unit: string, ours: number, least: number): Row {
  return {
    name,
    unit,
    ours: round(ours),
    reference: null,
    ratio: null,
    goal: `>= ${least} ${unit}`,
    holds: ours >= least,
  }
}

/** Something that is so or is not; `ours` counts what speaks against it. */
export function noneRow(name: string, against: readonly string[]): Row {
  return {
    name,
    unit: 'found',
    ours: against.length,
    reference: null,
    ratio: null,
    goal: '= 0',
    holds: against.length === 0,
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The report as a table for a terminal. */
export function tableOf(rows: readonly Row[]): string {
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
