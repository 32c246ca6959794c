import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const node = join(root, 'node_modules/.bin/node')
let copy: string

beforeAll(() => {
  copy = realpathSync(mkdtempSync(join(tmpdir(), 'tradefront-house-')))
  const skipped = new Set(['node_modules', '.tsbuild', 'dist', '.cache', '.data'])
  for (const name of [
    'apps',
    'packages',
    'e2e',
    'bench',
    'tsconfig.json',
    'tsconfig.base.json',
    '.oxlintrc.json',
    'knip.json',
    'scripts',
    'vitest.config.ts',
    'package.json',
  ]) {
    cpSync(join(root, name), join(copy, name), { recursive: true, filter: (from) => !skipped.has(basename(from)) })
  }
  // The copy's own packages, everybody else's by a link.
  mkdirSync(join(copy, 'node_modules/@tradefront'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@tradefront') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  }
  for (const folder of ['apps', 'packages']) {
    for (const name of readdirSync(join(copy, folder))) {
      symlinkSync(join(copy, folder, name), join(copy, 'node_modules/@tradefront', name))
    }
  }
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

function runOnPlantedFile(
  file: string,
  code: string,
  tool: (path: string) => string[],
): { code: number | null; said: string } {
  const path = join(copy, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, code)
  const [program = '', ...args] = tool(path)
  const run = spawnSync(node, [join(root, 'node_modules', program), ...args], { cwd: copy, encoding: 'utf8' })
  rmSync(path)
  return { code: run.status, said: run.stdout + run.stderr }
}

const lint = (path: string) => ['oxlint/bin/oxlint', path]

describe('imports run one way', () => {
  it.each([
    [
      'texts take nothing from rules',
      'packages/texts/src/planted.ts',
      '@tradefront/rules/cards/cascade-plan',
      'defaultCascade',
    ],
    [
      'rules take nothing from the contract',
      'packages/rules/src/planted.ts',
      '@tradefront/contract/wire',
      'binaryFlag',
    ],
    [
      'a module enters another by its service alone',
      'apps/server/src/modules/auth/planted.ts',
      '../deposits/deposit-store.ts',
      'createDepositStore',
    ],
    [
      'the platform knows no module',
      'apps/server/src/platform/planted.ts',
      '../modules/cards/service.ts',
      'createCardsService',
    ],
    ['a building block knows no feature', 'apps/web/src/ui/planted.ts', '@tradefront/contract/wire', 'binaryFlag'],
    [
      'a feature enters another one along a listed edge only',
      'apps/web/src/features/deposits/planted.ts',
      '../cards/api.ts',
      'saveCard',
    ],
    [
      'the web knows nothing of the server',
      'apps/web/src/platform/planted.ts',
      '../../../server/src/platform/clock.ts',
      'systemClock',
    ],
    [
      'the sandbox knows nothing of the server',
      'apps/sandbox/src/planted.ts',
      '../../server/src/platform/clock.ts',
      'systemClock',
    ],
  ])('%s', (_rule, file, from, name) => {
    const { code, said } = runOnPlantedFile(
      file,
      `import { ${name} } from '${from}'\n\nexport const planted = ${name}\n`,
      lint,
    )
    expect(said).toContain('boundaries(dependencies): There is no policy')
    expect(code).toBe(1)
  })

  it('lets through what is allowed', () => {
    const from = '../cards/service.ts'
    const code = `import { createCardsService } from '${from}'\n\nexport const planted = createCardsService\n`
    expect(runOnPlantedFile('apps/server/src/modules/auth/planted.ts', code, lint).said).toContain('0 errors')
  })
})

describe('each table has one owner, and modules form no cycle', () => {
  const check = () => ['../scripts/module-boundaries.mjs']

  it.each([
    ['raw SQL', 'export const planted = sql`select 1 from mails m`\n', 'mails, which mail owns'],
    ['a join in raw SQL', 'export const planted = sql`select 1 from chats c left join pages p on true`\n', 'pages'],
    ['a write in raw SQL', 'export const planted = sql`update mails set tries = 0`\n', 'mails'],
    ['the query builder', "export const planted = db.deleteFrom('mails as m')\n", 'mails'],
    [
      'a join in the query builder',
      "export const planted = query.innerJoin('documents as d', 'd.id', 'x')\n",
      'documents',
    ],
  ])('a module that uses the table of another with %s is found', (_how, code, table) => {
    const { code: exitCode, said } = runOnPlantedFile('apps/server/src/modules/chat/planted.ts', code, check)
    expect(said).toContain(`apps/server/src/modules/chat/planted.ts uses the table ${table}`)
    expect(exitCode).toBe(1)
  })

  it('a table without an owner is found', () => {
    const sql = 'create table planted (id bigint primary key);\n'
    const { code, said } = runOnPlantedFile('apps/server/src/migrations/20990101000000_planted.sql', sql, check)
    expect(said).toContain('planted needs the line "-- owner: <module>"')
    expect(code).toBe(1)
  })

  it('modules that import each other are found', () => {
    // Documents import mail.
    const planted = "export { createDocumentsService } from '../documents/service.ts'\n"
    const { code, said } = runOnPlantedFile('apps/server/src/modules/mail/planted.ts', planted, check)
    expect(said).toContain('the module mail imports documents, which imports it in turn')
    expect(said).toContain('the module documents imports mail, which imports it in turn')
    expect(code).toBe(1)
  })
})

describe('nothing lies about unused', () => {
  const knip = () => ['knip/bin/knip.js', '--no-config-hints']

  it('a file that nobody imports is found', () => {
    const { code, said } = runOnPlantedFile('apps/web/src/ui/planted.ts', 'export const planted = 1\n', knip)
    expect(said).toContain('apps/web/src/ui/planted.ts')
    expect(code).toBe(1)
  })
})

describe('the packages have no outside world', () => {
  it.each(['fetch', 'console', 'setTimeout', 'process', 'document'])('%s does not compile in rules', (name) => {
    const check = () => ['typescript/bin/tsc', '-b', 'packages/rules']
    const { code, said } = runOnPlantedFile(
      'packages/rules/src/planted.ts',
      `export const planted: unknown = ${name}\n`,
      check,
    )
    expect(said).toContain(name)
    expect(code).not.toBe(0)
  })
})
