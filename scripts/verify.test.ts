import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { LogEntry } from '@tradefront/rules/log/log-entry'
import { createMemoryLog } from '@tradefront/rules/log/memory-log'
import { buildMarketEntries, getTestRound } from '@tradefront/rules/log/memory-market'
import { formatVerifierKey } from '@tradefront/rules/log/signed-note'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

const entries = buildMarketEntries(Date.parse('2026-11-26T10:00:00Z'), 2)
const key = formatVerifierKey(createMemoryLog([]).key)
let folder: string
let server: Server
let url: string
/** The log that the site serves. */
let log = createMemoryLog(entries)
let toldKey: string | null = key
let breaks: 'no' | 'endless' | 'silent' = 'no'

async function reply(path: string): Promise<string | Uint8Array | null> {
  const round = /^\/beacon\/[0-9a-f]{64}\/public\/(\d+)$/.exec(path)?.[1]
  if (round !== undefined) return JSON.stringify(getTestRound(Number(round)))
  if (path === '/api/log') return JSON.stringify({ return: true, key: toldKey, witnessKeys: [], prices: 'drand' })
  return path.startsWith('/log/') ? log.fetchFile(path.slice('/log/'.length), 0) : null
}

beforeAll(async () => {
  server = createServer((request, response) => {
    if (breaks === 'silent') return void request.socket.destroy()
    if (breaks === 'endless' && request.url === '/log/checkpoint') {
      const write = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', write)
      }
      return write()
    }
    void reply(request.url ?? '').then((body) => response.writeHead(body === null ? 404 : 200).end(body ?? ''))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradefront-verify-'))
  log = createMemoryLog(entries)
  toldKey = key
  breaks = 'no'
  return () => rmSync(folder, { recursive: true })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function runVerify(...argv: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'verify.mjs'), ...argv], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (out += String(part)))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, last: out.trimEnd().split('\n').at(-1) }
}

test('a true log passes, with prices computed again, and is kept for the next run', async () => {
  const first = await runVerify(url, '--rounds', `${url}/beacon`)
  expect(first).toMatchObject({ code: 0, last: expect.stringMatching(/^\d\d checks, 0 failed$/) })
  expect(first.out).toContain('First run')
  const kept = JSON.parse(readFileSync(join(folder, `.cache/log/${new URL(url).host.replace(':', '_')}.json`), 'utf8'))
  expect(kept).toEqual({ key, note: log.note })
  const second = await runVerify(url)
  expect(second).toMatchObject({ code: 0, last: expect.stringMatching(/, 0 failed$/) })
  expect(second.out).not.toContain('First run')
  expect(second.out).toContain('Not made without --rounds')
})

test('another history than in the last run fails, and what was kept stays', async () => {
  const file = join(folder, 'kept.json')
  expect((await runVerify(url, '--kept', file)).code).toBe(0)
  const other: LogEntry = { kind: 'totals', date: '2026-11-25', hash: '00'.repeat(32) }
  log = createMemoryLog([other, ...entries])
  for (let run = 0; run < 2; run += 1) {
    const found = await runVerify(url, '--kept', file)
    expect(found).toMatchObject({ code: 1, last: expect.stringMatching(/^\d+ checks, 1 failed$/) })
    expect(found.out).toContain(`FAILED The log does not continue what it was in the last run`)
  }
})

test('another key than in the last run fails', async () => {
  expect((await runVerify(url)).code).toBe(0)
  toldKey = key.replace('trade.example', 'other.example')
  expect(await runVerify(url)).toMatchObject({ code: 1, last: expect.stringMatching(/, 1 failed$/) })
})

test('a trade that is not in the log fails', async () => {
  writeFileSync(join(folder, 'trade.json'), JSON.stringify({ trade: { symbol: 'BTCUSD' }, proof: null }))
  const { code, out, last } = await runVerify(url, '--trade', 'trade.json')
  expect({ code, last }).toEqual({ code: 1, last: expect.stringMatching(/, 7 failed$/) })
  expect(out).toContain('FAILED Trade: the file has no proof.')
})

test.each(['endless', 'silent'] as const)('a site whose reply is %s fails', async (how) => {
  breaks = how
  const { code, out, last } = await runVerify(url)
  expect({ code, last }).toEqual({ code: 1, last: '1 checks, 1 failed' })
  expect(out).toContain('FAILED The site or the relay cannot be reached')
})

test.each([[[]], [['nowhere']], [['http://a.example', 'b']], [['http://a.example', '--unknown']]])(
  '%j is a wrong command line',
  async (argv) => {
    const { code, out } = await runVerify(...argv)
    expect(code).toBe(1)
    expect(out).toMatch(/Usage: npm run verify|Options: --trade/)
  },
)
