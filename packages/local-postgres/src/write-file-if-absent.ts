import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a file that only its owner can read, unless it exists. When two processes start at once, one wins and both read the same
 * content. Creates the folder.
 */
export function writeFileIfAbsent(file: string, content: string): void {
  const tempFile = `${file}.${process.pid}`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(tempFile, content, { mode: 0o600 })
  try {
    linkSync(tempFile, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(tempFile, { force: true })
  }
}
