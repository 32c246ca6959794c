/** `find` is replaced everywhere in the file whose path ends with `file`. */
export type CodeEdit = { readonly file: string; readonly find: string; readonly replace: string }

export type CodeMutant = {
  readonly name: string
  readonly edits: readonly CodeEdit[]
  /** Changes the database as well, e.g. drops an index. */
  readonly sql?: string
  /** Planted by `npm test` as well. The seed that the simulation tries first, before all others: it found the mutant last time. */
  readonly tellingSeed?: number
  /** The cheapest test file that finds it, from the repository's root; default: the simulation. */
  readonly test?: string
}

export const replace = (file: string, find: string, by: string): CodeEdit => ({ file, find, replace: by })
export const mutant = (name: string, file: string, find: string, by: string, test?: string): CodeMutant => ({
  name,
  edits: [replace(file, find, by)],
  ...(test !== undefined && { test }),
})

/** Also planted by `npm test`. */
export const telling = (tellingSeed: number, name: string, ...edits: CodeEdit[]): CodeMutant => ({
  name,
  edits,
  tellingSeed,
})
