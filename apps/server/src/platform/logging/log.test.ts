import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { toLoggedPath } from './log.ts'

const module = join(import.meta.dirname, 'log.ts')

/** Starts a process that logs on a signal, closes the log and ends. */
function startLogging(lines: number) {
  const script = `
    const { openLog } = await import(${JSON.stringify(module)})
    const log = openLog()
    process.send('open')
    process.once('message', async () => {
      for (let n = 0; n < ${lines}; n += 1) log.stream.write('{"line":' + n + '}\\n')
      await log.close()
      process.exit(0)
    })`
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
}

test.each([1, 5000])('closing the log writes buffered lines: %i', async (lines) => {
  const child = startLogging(lines)
  let written = ''
  child.stdout?.setEncoding('utf8').on('data', (part: string) => (written += part))
  await once(child, 'message')
  child.send('log')
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
  expect(written.split('\n')).toHaveLength(lines + 1)
})

test.each([1, 5000])('closing the log does not wait for a reader that is gone: %i lines', async (lines) => {
  const child = startLogging(lines)
  await once(child, 'message')
  child.stdout?.destroy()
  await once(child.stdout ?? child, 'close')
  child.send('log')
  const ended = once(child, 'exit').then(([code]) => code)
  const late = new Promise((done) => setTimeout(done, 30_000, 'late'))
  const result = await Promise.race([ended, late])
  child.kill('SIGKILL')
  expect(result).toBe(0)
})

test.each([
  ['/hooks/4000056655665556?a=1', '/hooks/…'],
  ['/x/4000-0566-5566-5556/y', '/x/…/y'],
  ['/x/4000%200566%205566%205556', '/x/…'],
  ['/api/pg/terms?card=4000056655665556', '/api/pg/terms'],
  ['/api/btc/invoice/123456789012', '/api/btc/invoice/123456789012'],
])('the log names the path %s as %s', (url, expected) => {
  expect(toLoggedPath(url)).toBe(expected)
})
