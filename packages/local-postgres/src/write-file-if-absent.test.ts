import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { writeFileIfAbsent } from './write-file-if-absent.ts'

/** Names of calls that change or flush the disk, in order. */
const calls: string[] = []

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>()
  const paths = new Map<number, string>()
  return {
    ...fs,
    openSync: (path: string, ...rest: unknown[]) => {
      const fd = Reflect.apply(fs.openSync, fs, [path, ...rest]) as number
      paths.set(fd, path)
      return fd
    },
    fsyncSync: (fd: number) => {
      calls.push(`flush ${paths.get(fd) ?? 'unknown'}`)
      fs.fsyncSync(fd)
    },
    writeFileSync: (path: string, content: string, options: { flush?: boolean }) => {
      calls.push(options.flush === true ? 'write and flush' : 'write')
      fs.writeFileSync(path, content, options)
    },
    linkSync: (from: string, to: string) => {
      calls.push(`link ${to}`)
      fs.linkSync(from, to)
    },
  }
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-file-'))
  calls.length = 0
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a new file is on the disk before it has its name, and its name before the call returns', () => {
  const file = join(folder, 'secret-key')
  writeFileIfAbsent(file, 'first')
  expect(readFileSync(file, 'utf8')).toBe('first')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(calls).toEqual(['write and flush', `link ${file}`, `flush ${folder}`])
})

test('an existing file stays, and its name is on the disk before the call returns', () => {
  const file = join(folder, 'secret-key')
  writeFileIfAbsent(file, 'first')
  calls.length = 0
  writeFileIfAbsent(file, 'second')
  expect(readFileSync(file, 'utf8')).toBe('first')
  expect(readdirSync(folder)).toEqual(['secret-key'])
  expect(calls.at(-1)).toBe(`flush ${folder}`)
})
