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

/** @throws if no file has the text that an edit replaces */
export function requireFittingEdits(edits: readonly CodeEdit[]): void {
  const root = rootUrl.pathname
  for (const edit of edits) {
    const files = mutableFolders.flatMap((folder) => globSync(`${folder}**/${edit.file}`, { cwd: root }))
    const isFitting = files.some((file) => editSource(file, readFileSync(join(root, file), 'utf8'), edit) !== null)
    if (!isFitting) throw new Error(`${edit.file} has no text ${JSON.stringify(edit.find)}`)
  }
}
