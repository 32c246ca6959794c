import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a file that only its owner can read, and its folder. When two processes start at once, the first one wins. The file
 * survives a power cut, as what is encrypted with it does.
 */
export function writeFileIfAbsent(file: string, content: string): void {
  const tempFile = `${file}.${process.pid}`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(tempFile, content, { mode: 0o600, flush: true })
  try {
    linkSync(tempFile, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(tempFile, { force: true })
    // The folder is also flushed if the other process won, because its file is used at once.
    syncFolder(dirname(file))
  }
}

function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
