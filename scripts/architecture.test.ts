import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createProjectCopy } from './project-copy.mjs'

// Each test breaks a rule in a copy of the project and expects the check to fail.

const root = resolve(import.meta.dirname, '..')
const node = join(root, 'node_modules/.bin/node')
let copy: string

beforeAll(() => {
  copy = createProjectCopy()
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

function plantFiles(files: Record<string, string>): void {
  for (const [file, code] of Object.entries(files)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    writeFileSync(join(copy, file), code)
  }
}

function removePlantedFiles(files: Record<string, string>): void {
  for (const file of Object.keys(files)) rmSync(join(copy, file))
}

function runTool(tool: string, ...args: string[]) {
  const command = [join(root, 'node_modules', tool), ...args]
  const { status, stdout, stderr } = spawnSync(node, command, { cwd: copy, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

function runToolOnPlantedFile(file: string, code: string, tool: string, ...args: string[]) {
  plantFiles({ [file]: code })
  try {
    return runTool(tool, ...args)
  } finally {
    removePlantedFiles({ [file]: code })
  }
}

/** Rule, folder of the importing file, folder or file that it imports. */
const forbiddenImports = [
  ['texts cannot import rules', 'packages/texts/src', 'packages/rules/src'],
  ['rules cannot import the contract', 'packages/rules/src', 'packages/contract/src'],
  ['the contract cannot import processors', 'packages/contract/src', 'packages/processors/src'],
  ['local-postgres cannot import another package', 'packages/local-postgres/src', 'packages/rules/src'],
  ['the web app cannot import local-postgres', 'apps/web/src', 'packages/local-postgres/src'],
  ['the web app cannot import the server', 'apps/web/src', 'apps/server/src'],
  ['the server cannot import the web app', 'apps/server/src', 'apps/web/src'],
  ['the sandbox cannot import the server', 'apps/sandbox/src', 'apps/server/src'],
  ['the server cannot import its test code', 'apps/server/src', 'apps/server/test/fixtures'],
  ['a server module cannot import test code', 'apps/server/src/modules/auth', 'apps/server/test/simulation'],
  ['the server platform cannot import test code', 'apps/server/src/platform', 'apps/server/test/fixtures'],
  ['a gateway cannot import test code', 'apps/server/src/gateways', 'apps/server/test/fixtures'],
  ['the server platform cannot import a module', 'apps/server/src/platform', 'apps/server/src/modules/auth'],
  ['a UI building block cannot import the contract', 'apps/web/src/ui', 'packages/contract/src'],
  ['a UI building block cannot import a feature', 'apps/web/src/ui', 'apps/web/src/features/auth'],
  [
    'a server module can import another one only through its service',
    'apps/server/src/modules/auth',
    'apps/server/src/modules/deposits',
  ],
  [
    'a web feature can import another one only along a listed edge',
    'apps/web/src/features/deposits',
    'apps/web/src/features/cards',
  ],
] as const

const allowedImports = [
  [
    'a server module can import the service of another one',
    'apps/server/src/modules/auth',
    'apps/server/src/modules/planted/service.ts',
  ],
  [
    'the cards feature of the web app can import the deposits feature',
    'apps/web/src/features/cards',
    'apps/web/src/features/deposits',
  ],
] as const

describe('import rules', () => {
  const cases = [...forbiddenImports, ...allowedImports].map(([rule, importingFolder, imported], index) => ({
    rule,
    importer: `${importingFolder}/planted-${index}.ts`,
    imported: imported.endsWith('.ts') ? imported : `${imported}/planted-target-${index}.ts`,
  }))
  let output = ''

  beforeAll(() => {
    const files = Object.fromEntries(
      cases.flatMap(({ importer, imported }) => {
        const [, packageName, file] = /^packages\/([a-z-]+)\/src\/(.*)\.ts$/.exec(imported) ?? []
        const from = packageName ? `@tradefront/${packageName}/${file}` : relative(dirname(importer), imported)
        return [
          [importer, `import { target } from '${from}'\n\nexport const planted = target\n`],
          [imported, 'export const target = 1\n'],
        ]
      }),
    )
    plantFiles(files)
    // One run for all cases: starting the linter takes longer than linting.
    output = runTool('oxlint/bin/oxlint', '--format', 'unix', ...Object.keys(files)).output
    removePlantedFiles(files)
  })

  const findMessages = (ruleName: string) => {
    const importer = cases.find(({ rule }) => rule === ruleName)?.importer ?? ''
    return output.split('\n').filter((line) => line.includes(`${importer}:`))
  }

  test.each(forbiddenImports)('%s', (rule) => {
    expect(findMessages(rule)).toEqual([expect.stringContaining('There is no policy allowing dependencies')])
  })

  test.each(allowedImports)('%s', (rule) => {
    expect(findMessages(rule)).toEqual([])
  })
})

describe('one way to show', () => {
  const file = 'apps/web/src/features/pages/planted.tsx'
  const code = `import { useQuery } from '@tanstack/react-query'
import { useSuspenseQuery } from '@tanstack/react-query'

const options = { queryKey: ['planted'], queryFn: () => 1 }

export function Planted() {
  const query = useQuery(options)
  const { data, isError } = useQuery(options)
  const suspended = useSuspenseQuery(options)
  const number = new Intl.NumberFormat('en').format(data ?? 0)
  return [isError, query.isPending, suspended.data, number, new Date(0).toLocaleDateString()]
}
`
  let output = ''

  beforeAll(() => {
    output = runToolOnPlantedFile(file, code, 'oxlint/bin/oxlint', '--format', 'unix', file).output
  })

  test.each([
    ['read whether a query has failed', 8, 'QueryView'],
    ['read whether a query is loading', 11, 'QueryView'],
    ['suspend a screen until data is there', 2, 'useSuspenseQuery'],
    ['use Intl', 10, "Unexpected use of 'Intl'"],
    ['format dates by toLocaleDateString', 11, 'toLocaleDateString'],
  ])('a feature of the web app cannot %s', (_what, line, message) => {
    const found = output.split('\n').filter((each) => each.includes(`${file}:${line}:`) && each.includes(message))
    expect(found).toHaveLength(1)
  })
})

describe('table owners and module cycles', () => {
  const checker = '../scripts/module-boundaries.mjs'

  test.each([
    ['raw SQL', 'export const planted = sql`select 1 from mails m`\n', 'mails, which mail owns'],
    ['a join in raw SQL', 'export const planted = sql`select 1 from x left join pages p on true`\n', 'pages'],
    ['an insert in raw SQL', 'export const planted = sql`insert into mails (id) values (1)`\n', 'mails'],
    ['the query builder', "export const planted = db.deleteFrom('mails as m')\n", 'mails'],
    ['a join in the query builder', "export const planted = x.innerJoin('documents as d', 'd.id', 'x')\n", 'documents'],
  ])('a module that uses the table of another with %s is reported', (_how, code, table) => {
    const file = 'apps/server/src/modules/chat/planted.ts'
    const { status, output } = runToolOnPlantedFile(file, code, checker)
    expect(output).toContain(`${file} uses the table ${table}`)
    expect(status).toBe(1)
  })

  test('a table without an owner is reported', () => {
    const file = 'apps/server/src/migrations/20990101000000_planted.sql'
    const { status, output } = runToolOnPlantedFile(file, 'create table planted (id bigint);\n', checker)
    expect(output).toContain('planted needs the line "-- owner: <module>"')
    expect(status).toBe(1)
  })

  test('a view without an owner is reported', () => {
    const file = 'apps/server/src/migrations/20990101000000_planted.sql'
    const { output } = runToolOnPlantedFile(file, 'create view planted as select 1;\n', checker)
    expect(output).toContain('planted needs the line "-- owner: <module>" above "create view"')
  })

  test('a function or a trigger in a migration is reported', () => {
    const file = 'apps/server/src/migrations/20990101000000_planted.sql'
    const code = 'create trigger planted before insert on mails for each row execute function refuse_change();\n'
    expect(runToolOnPlantedFile(file, code, checker).output).toContain(`${file} creates a function or a trigger`)
  })

  const sqlFile = 'apps/server/src/modules/chat/sql/planted.sql'
  const buildFunction = (statement: string) =>
    `create or replace function planted() returns trigger language plpgsql as $$\nbegin\n  ${statement};\n  return null;\nend $$;\n`
  const buildTrigger = (table: string) =>
    `create trigger planted after insert on ${table} for each row execute function planted();\n`

  test.each([
    ['insert', buildFunction('insert into mails (id) values (new.id)'), 'writes mails of mail'],
    ['update', buildFunction('with x as (update mails m set id = new.id) select 1'), 'writes mails of mail'],
    ['delete', buildFunction('delete from only mails'), 'writes mails of mail'],
    ['merge', buildFunction('merge into mails using x on true when matched then do nothing'), 'writes mails of mail'],
    ['truncate', buildFunction('truncate mails'), 'writes mails of mail'],
    [
      'call a function that writes',
      buildFunction('perform create_tournaments(now())'),
      'writes tournaments of tournaments',
    ],
    ['hide what they write', buildFunction(`execute 'delete from mails'`), 'uses execute'],
  ])('functions that %s in a table of another module are reported', (_how, code, problem) => {
    const { status, output } = runToolOnPlantedFile(sqlFile, code, checker)
    expect(output).toContain(`${sqlFile}: planted`)
    expect(output).toContain(problem)
    expect(status).toBe(1)
  })

  test('a trigger by which the table of one module changes the table of another is reported', () => {
    const code = `${buildFunction('update chat_conversations set balance_sent_at = now()')}${buildTrigger('mails')}`
    const { output } = runToolOnPlantedFile(sqlFile, code, checker)
    expect(output).toContain('planted of chat writes chat_conversations of chat for a trigger on mails of mail')
  })

  test.each([
    ['reads the table of another', `perform from mails where id = new.id for update`, 'mails'],
    ['writes a table of its own', 'update chat_conversations set balance_sent_at = now()', 'chat_conversations'],
  ])('a trigger that %s is allowed', (_how, statement, table) => {
    const { status, output } = runToolOnPlantedFile(
      sqlFile,
      `${buildFunction(statement)}${buildTrigger(table)}`,
      checker,
    )
    expect(output).toBe('')
    expect(status).toBe(0)
  })

  test('modules that import each other are reported', () => {
    const code = "export { createDocumentsService } from '../documents/service.ts'\n"
    const { status, output } = runToolOnPlantedFile('apps/server/src/modules/mail/planted.ts', code, checker)
    expect(output).toContain('the module mail imports documents, which imports it in turn')
    expect(output).toContain('the module documents imports mail, which imports it in turn')
    expect(status).toBe(1)
  })
})

test('a file that no other file imports is reported as unused', () => {
  const file = 'apps/web/src/ui/planted.ts'
  const code = 'export const planted = 1\n'
  const { status, output } = runToolOnPlantedFile(file, code, 'knip/bin/knip.js', '--no-config-hints')
  expect(output).toContain(file)
  expect(status).toBe(1)
})

test.each(['fetch', 'console', 'setTimeout', 'process', 'document'])(
  'the rules package cannot use the global %s, because it does no I/O',
  (name) => {
    const file = 'packages/rules/src/planted.ts'
    const code = `export const planted: unknown = ${name}\n`
    const { status, output } = runToolOnPlantedFile(file, code, 'typescript/bin/tsc', '-b', 'packages/rules')
    expect(output).toContain(name)
    expect(status).not.toBe(0)
  },
)
