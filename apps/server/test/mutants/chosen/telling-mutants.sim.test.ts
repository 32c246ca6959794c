import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('run-mutants.ts', import.meta.url))

test('the simulation finds the most telling faults', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [script, '--telling'])
  process.stdout.write(stdout)
  // Exits with an error if a mutant survives.
  expect(stdout).toMatch(/\n\d+ killed, 0 survived\n$/)
})
