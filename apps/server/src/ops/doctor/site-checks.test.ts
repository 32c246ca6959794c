import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { hourMs } from '../../platform/clock.ts'
import { checkBackups, judgeClock } from './site-checks.ts'

const folder = mkdtempSync(join(tmpdir(), 'tradefront-backups-'))
afterAll(() => rmSync(folder, { recursive: true }))

test.for([
  [0, 'ok'],
  [-900, 'ok'],
  [1100, 'warning'],
  [-4900, 'warning'],
  [5100, 'missing'],
  [-3_600_000, 'missing'],
] as const)('a clock that is %i ms ahead is %s', ([aheadMs, state]) => {
  const finding = judgeClock('clock', aheadMs, 'the database')
  expect(finding.state).toBe(state)
  if (aheadMs < -1000) expect(finding.text).toContain('behind that of the database')
})

test('the newest backup decides, and without a folder or a file the doctor says so', () => {
  const now = new Date('2026-11-28T12:00:00Z')
  const judge = (hours: number) => {
    const file = join(folder, `backup-${hours}`)
    writeFileSync(file, '')
    const at = new Date(now.getTime() - hours * hourMs)
    utimesSync(file, at, at)
    return checkBackups(folder, null, now)
  }
  expect(checkBackups(undefined, null, now)).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('No backup is known'),
  })
  expect(checkBackups(folder, null, now).state).toBe('missing')
  expect(checkBackups(join(folder, 'none'), null, now).state).toBe('missing')
  expect(judge(200)).toMatchObject({ state: 'missing', text: expect.stringContaining('200 h old') })
  expect(judge(30).state).toBe('warning')
  expect(judge(25).state).toBe('ok')
  expect(judge(40).state).toBe('ok')
})

test('a backup of the operator’s command counts without a folder, and beside older files', () => {
  const now = new Date('2026-11-28T12:00:00Z')
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs)
  expect(checkBackups(undefined, ago(3), now)).toMatchObject({ state: 'ok', text: 'The newest backup is 3 h old.' })
  expect(checkBackups(undefined, ago(30), now).state).toBe('warning')
  expect(checkBackups(join(folder, 'none'), ago(3), now).state).toBe('ok')
  expect(checkBackups(folder, ago(300), now).state).toBe('ok')
})
