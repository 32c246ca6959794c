import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from './startup-error.ts'

/**
 * Writes a file that only its owner may read, unless it is there already: of two starts at once one wins and both read the same.
 * Makes the folder too.
 * @throws StartupError when the folder cannot be written
 */
export function writeFileIfAbsent(file: string, content: string): void {
  const tempFile = `${file}.${process.pid}`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(tempFile, content, { mode: 0o600 })
  } catch (error) {
    const folder = dirname(file)
    throw new StartupError(
      `The data folder ${folder} cannot be written (${getErrorCode(error)}): set DATA_DIR to a folder of yours.`,
    )
  }
  try {
    linkSync(tempFile, file)
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(tempFile, { force: true })
  }
}

function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
