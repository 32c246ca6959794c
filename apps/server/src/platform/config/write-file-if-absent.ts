import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from './startup-error.ts'

/**
 * Writes a file that only its owner may read, unless it is there already: of two starts at once one wins and both read the same.
 * Makes the folder too.
 * @throws StartupError when the folder cannot be written
 */
export function keepOnce(file: string, content: string): void {
  const aside = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(aside, content, { mode: 0o600 })
  } catch (error) {
    const folder = dirname(file)
    throw new StartupError(
      `The data folder ${folder} cannot be written (${codeOf(error)}): set DATA_DIR to a folder of yours.`,
    )
  }
  try {
    linkSync(aside, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
