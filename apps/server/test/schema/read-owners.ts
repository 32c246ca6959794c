import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { readRepeatableFiles } from '../../src/platform/database/repeatable-sql.ts'

export const sourceFolder = join(import.meta.dirname, '../../src')

/** Modules by what they own; `platform` owns the rest. */
export type SchemaOwners = {
  readonly tables: ReadonlyMap<string, string>
  readonly views: ReadonlyMap<string, string>
  /** Files of functions by name. */
  readonly functions: ReadonlyMap<string, string>
}

/**
 * Reads the owners. Tables and views have a line `-- owner: <module>` in their migration; functions, and views that call one, are in a
 * folder of their module.
 */
export function readOwners(): SchemaOwners {
  const tables = new Map<string, string>()
  const views = new Map<string, string>()
  const functions = new Map<string, string>()
  for (const file of globSync('migrations/*.sql', { cwd: sourceFolder })) {
    const text = readFileSync(join(sourceFolder, file), 'utf8')
    for (const [, owner = '', kind, name = ''] of text.matchAll(/^-- owner: ([\w-]+)\ncreate (table|view) (\w+)/gm))
      (kind === 'table' ? tables : views).set(name, owner)
  }
  for (const { path, objects } of readRepeatableFiles(sourceFolder))
    for (const object of objects) {
      const [kind, name = ''] = object.split(' ')
      if (kind === 'function') functions.set(name, path)
      if (kind === 'view') views.set(name, getFileOwner(path))
    }
  return { tables, views, functions }
}

/** Returns the owner of a file of functions. @param path of a file of functions, in the source folder */
export function getFileOwner(path: string): string {
  const [folder = '', module = ''] = path.split('/')
  return folder === 'modules' ? module : folder
}
