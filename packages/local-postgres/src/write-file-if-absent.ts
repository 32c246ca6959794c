import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a file that only its owner can read, and its folder. When two processes start at once, the first one wins.
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
