/** Solves the normal equations by elimination. */
export function fitLeastSquares(rows: readonly (readonly number[])[], targets: readonly number[]): number[] {
  const size = rows[0]?.length ?? 0
  const matrix = Array.from({ length: size }, () => new Float64Array(size + 1))
  for (const [index, row] of rows.entries())
    for (let a = 0; a < size; a += 1) {
      const line = matrix[a]
      const own = row[a] ?? 0
      if (line === undefined) continue
      for (let b = 0; b < size; b += 1) line[b] = (line[b] ?? 0) + own * (row[b] ?? 0)
      line[size] = (line[size] ?? 0) + own * (targets[index] ?? 0)
    }
  for (const [pivot, line] of matrix.entries())
    for (const [index, other] of matrix.entries()) {
      if (index === pivot) continue
      const factor = (other[pivot] ?? 0) / (line[pivot] ?? 1)
      for (let column = pivot; column <= size; column += 1)
        other[column] = (other[column] ?? 0) - factor * (line[column] ?? 0)
    }
  return matrix.map((line, index) => (line[size] ?? 0) / (line[index] ?? 1))
}
