import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { createProjectCopy } from '../../../../../scripts/project-copy.mjs'
import { readText } from './mutated-files.ts'
import { applyEdit, type Mutation } from './mutation.ts'

const projectPattern = /^(apps|packages)\/\w+/
/** Options that ignore errors that a fault leaves behind, but that are not about it. */
const ignoreUnused = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false']

/** Finds faults that the type check refuses. It works in a copy of the project, which `remove` deletes. */
export function createTypeCheck() {
  const copy = createProjectCopy()
  const check = (...args: string[]) =>
    spawnSync(process.execPath, [join(copy, 'node_modules/typescript/bin/tsc'), ...args], {
      cwd: copy,
      encoding: 'utf8',
    })
  const built = check('-b', 'apps/server')
  if (built.status !== 0) throw new Error(`The types are wrong without a fault:\n${built.stdout}`)
  return {
    /** Finds the type error of a fault. @returns the first error, or null */
    findError(mutation: Mutation): string | null {
      const { file } = mutation
      const project = projectPattern.exec(file)?.[0]
      if (project === undefined || !file.endsWith('.ts')) return null
      const source = readText(file)
      writeFileSync(join(copy, file), applyEdit(source, mutation))
      try {
        const { status, stdout } = check('-p', project, '--noEmit', ...ignoreUnused)
        return status === 0 ? null : (stdout.split('\n')[0] ?? '')
      } finally {
        writeFileSync(join(copy, file), source)
      }
    },
    remove: (): void => rmSync(copy, { recursive: true }),
  }
}
