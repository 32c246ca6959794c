import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { checkMigrations, hasSquawk } from './check-migrations.mjs'

let folder: string
let commit: string
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: folder })
    .toString()
    .trim()
const write = (name: string, text: string) => writeFileSync(join(folder, 'apps/server/src/migrations', name), text)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'))
  mkdirSync(join(folder, 'apps/server/src/migrations'), { recursive: true })
  git('init', '--quiet')
  write('1_tables.sql', 'create table trades (id bigint primary key, stake bigint not null);\n')
  git('add', '.')
  git('commit', '--quiet', '--no-verify', '--message', 'Release')
  commit = git('rev-parse', 'HEAD')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('before the first release nothing is checked', () => {
  write('2_new.sql', 'alter table trades drop column stake;')
  expect(checkMigrations(folder, null)).toEqual([])
})

test('a migration that only adds is accepted', () => {
  write(
    '2_new.sql',
    `create table notes (id bigint primary key, trade_id bigint references trades, words text not null);
     create index notes_trade on notes (trade_id);
     alter table trades add column note text;
     alter table trades add constraint trades_note check (length(note) > 2) not valid;`,
  )
  expect(checkMigrations(folder, commit)).toEqual([])
})

test.runIf(hasSquawk).each([
  ['alter table trades drop column stake;', 'ban-drop-column'],
  ['drop table trades;', 'ban-drop-table'],
  ['alter table trades rename column stake to amount;', 'renaming-column'],
  ['alter table trades rename to deals;', 'renaming-table'],
  ['alter table trades add column note text not null;', 'adding-required-field'],
  ['alter table trades alter column stake set not null;', 'adding-not-nullable-field'],
  ['alter table trades alter column stake type numeric;', 'changing-column-type'],
  ['alter table trades add constraint trades_stake check (stake > 0);', 'constraint-missing-not-valid'],
  ['alter table trades ad column note text;', 'syntax-error'],
])('%s is refused after the release', (statement, rule) => {
  write('2_new.sql', `-- A change.\n${statement}\n`)
  expect(checkMigrations(folder, commit)[0]).toContain(`2_new.sql:2 ${rule}`)
})

test('a statement can be allowed by name', () => {
  write('2_new.sql', '-- squawk-ignore ban-drop-column\nalter table trades drop column stake;')
  expect(checkMigrations(folder, commit)).toEqual([])
})

test('a released migration does not change', () => {
  write('1_tables.sql', 'create table trades (id bigint primary key);\n')
  expect(checkMigrations(folder, commit)).toEqual([
    'apps/server/src/migrations/1_tables.sql was released and must not change: add a migration.',
  ])
})

test('a copy without the commit of the release says so', () => {
  expect(checkMigrations(folder, '0123456789012345678901234567890123456789')[0]).toContain('is not in this copy')
})
