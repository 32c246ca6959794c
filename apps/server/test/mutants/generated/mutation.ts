import { createHash } from 'node:crypto'
import { basename } from 'node:path'

export type MutationKind =
  | 'operator'
  | 'constant'
  | 'condition'
  | 'conversion'
  | 'key'
  | 'where'
  | 'removal'
  | 'swap'
  | 'text'

/** A place in a source and the text that replaces it. */
export type Edit = {
  readonly kind: MutationKind
  readonly start: number
  readonly end: number
  readonly replacement: string
}

export type Mutation = Edit & {
  /** Id for `--replay`. It is short, and the same as long as the changed lines are the same. */
  readonly id: string
  /** Path from the repository's root. */
  readonly file: string
  readonly line: number
  /** Changed lines, without indentation. */
  readonly before: string
  readonly after: string
}

/** Adds to each edit what a report says about it. @param edits sorted by place */
export function describeEdits(file: string, source: string, edits: readonly Edit[]): Mutation[] {
  const seen = new Map<string, number>()
  return edits.map((edit) => {
    const from = source.lastIndexOf('\n', edit.start - 1) + 1
    const lineEnd = source.indexOf('\n', edit.end)
    const to = lineEnd === -1 ? source.length : lineEnd
    const before = joinLines(source.slice(from, to))
    const after = joinLines(source.slice(from, edit.start) + edit.replacement + source.slice(edit.end, to))
    const text = JSON.stringify([basename(file), before, after])
    const count = (seen.get(text) ?? 0) + 1
    seen.set(text, count)
    const id = createHash('sha256').update(`${text}${count}`).digest('hex').slice(0, 10)
    return { ...edit, id, file, line: source.slice(0, edit.start).split('\n').length, before, after }
  })
}

export function applyEdit(source: string, { start, end, replacement }: Omit<Edit, 'kind'>): string {
  return source.slice(0, start) + replacement + source.slice(end)
}

function joinLines(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
