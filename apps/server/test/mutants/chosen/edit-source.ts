import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { CodeEdit } from './code-mutant.ts'

/** Ends with a slash. */
export const rootUrl = new URL('../../../../../', import.meta.url)

/** Folders whose code can be changed. */
export const mutableFolders = ['apps/server/src/modules/', 'packages/rules/src/']

/** Null if the edit is about another file or does not fit. */
export function editSource(file: string, source: string, edit: CodeEdit): string | null {
  if (!file.endsWith(edit.file) || !source.includes(edit.find)) return null
  return source.replaceAll(edit.find, () => edit.replace)
}

let sources: readonly { readonly file: string; readonly source: string }[] | null = null

/** Without tests. */
function readSources() {
  const root = rootUrl.pathname
  return (sources ??= mutableFolders
    .flatMap((folder) => globSync(`${folder}**/*.ts`, { cwd: root }))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') })))
}

/** @throws if no file has the text that an edit replaces */
export function requireFittingEdits(edits: readonly CodeEdit[]): void {
  for (const edit of edits) {
    if (!readSources().some(({ file, source }) => editSource(file, source, edit) !== null))
      throw new Error(`${edit.file} has no text ${JSON.stringify(edit.find)}`)
  }
}
