import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

test('of several commands at once one does the work, also when a killed one left its lock', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tradefront-ensure-'))
  const [done, lock] = [join(folder, 'done'), join(folder, 'lock')]
  // No process has this number.
  writeFileSync(lock, '4194305')
  const program = `
    import { appendFileSync, existsSync } from 'node:fs'
    import { runOnceLocked } from ${JSON.stringify(join(import.meta.dirname, 'install-deps.mjs'))}
    const work = () => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
      appendFileSync(${JSON.stringify(done)}, 'x')
      return null
    }
    runOnceLocked(() => !existsSync(${JSON.stringify(done)}), work, ${JSON.stringify(lock)})`
  const commands = [1, 2, 3].map(() => spawn(process.execPath, ['--input-type=module', '--eval', program]))
  const codes = await Promise.all(commands.map(async (command) => (await once(command, 'exit'))[0]))
  expect(codes).toEqual([0, 0, 0])
  expect(readFileSync(done, 'utf8')).toBe('x')
  rmSync(folder, { recursive: true })
})
