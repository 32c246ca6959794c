import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createProjectCopy } from './project-copy.mjs'

const root = resolve(import.meta.dirname, '..')
const node = join(root, 'node_modules/.bin/node')

function run(folder: string, ...command: string[]) {
  // Most scripts of this test load the same modules.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, '.cache/node') }
  const { status, stdout, stderr } = spawnSync(node, command, { cwd: folder, encoding: 'utf8', env })
  return { status, output: stdout + stderr }
}

test('the generated files match the folders of processors and languages, the jobs and the settings', () => {
  expect(run(root, 'scripts/generate.mjs', '--check')).toEqual({ status: 0, output: '' })
})

test('the registry, which the browser loads, imports no simulator and no test data', () => {
  const files = listImportedFiles(join(root, 'packages/processors/src/registry.ts'))
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => /simulator|test-data|\/testing\//.test(file))).toEqual([])
})

// Each test adds something. All of it is compiled once, at the end.
describe('in a copy of the project', () => {
  let copy: string
  let original: Record<string, string>
  beforeAll(() => {
    copy = createProjectCopy()
    original = readFiles(copy)
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  const generate = () => {
    const { status, output } = run(copy, 'scripts/generate.mjs')
    expect(status, output).toBe(0)
  }
  const runTool = (tool: string, ...args: string[]) => run(copy, join('node_modules', tool), ...args)
  const runTypeScript = (...projects: string[]) =>
    runTool('typescript/bin/tsc', '-b', ...projects.map((project) => join(copy, project)))

  const runNewFeature = (name: string) => run(copy, 'scripts/new-feature.mjs', name)

  test.each([
    ['', 'Usage: npm run new-feature NAME'],
    ['../x', 'Usage: npm run new-feature NAME'],
    ['Cards', 'Usage: npm run new-feature NAME'],
    ['cards', 'The feature "cards" already exists.'],
  ])('new-feature refuses the name "%s" in one sentence', (name, why) => {
    const { status, output } = runNewFeature(name)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(output).toContain(why)
    expect(status).toBe(1)
  })

  test('new-feature creates a feature that is formatted and passes the lint rules, and refuses a second run', () => {
    const { status, output } = runNewFeature('loyalty')
    expect(status, output).toBe(0)
    expect(output).toContain('apps/web/src/features/loyalty/loyalty-screen.tsx')
    expect(runNewFeature('loyalty').output).toContain('already')
    const screen = readFileSync(join(copy, 'apps/web/src/features/loyalty/loyalty-screen.tsx'), 'utf8')
    expect(screen).toContain('<QueryView')
    const changed = [...output.matchAll(/^ {2}(\S+)$/gm)].map(([, path = '']) => path)
    expect(changed.length).toBeGreaterThan(7)
    expect(runTool('oxfmt/bin/oxfmt', '--check', ...changed)).toMatchObject({ status: 0 })
    expect(runTool('oxlint/bin/oxlint', ...changed)).toMatchObject({ status: 0 })
    // From now on, the feature is a part of the project.
    original = readFiles(copy)
  })

  test('a processor is one folder: the rest is generated and it passes the conformance suite', () => {
    const before = readFiles(copy)
    copyFolder('packages/processors/src/universe', 'packages/processors/src/dummy', (text) =>
      text
        .replaceAll('UNIVERSE', 'DUMMY')
        .replaceAll('universe', 'dummy')
        .replaceAll("param: 'listen'", "param: 'listen-dummy'"),
    )
    generate()
    expect(listChanges(before, readFiles(copy))).toEqual([
      'docs/processors.md',
      'packages/contract/src/processor-names.ts',
      'packages/processors/src/dummy/processor.ts',
      'packages/processors/src/dummy/simulator.ts',
      'packages/processors/src/dummy/test-data.ts',
      'packages/processors/src/registry.ts',
      'packages/processors/src/simulators.ts',
      'packages/processors/src/test-data.ts',
    ])
    const suite = ['reply', 'upstream'].map((part) => `packages/processors/src/${part}-conformance.test.ts`)
    const result = run(copy, 'node_modules/vitest/vitest.mjs', 'run', '--project', 'packages', ...suite, '-t', 'DUMMY')
    expect(result).toMatchObject({ status: 0, output: expect.stringMatching(/3[0-9] passed/) })
  })

  test('a language is one folder: the rest is generated', () => {
    const before = readFiles(copy)
    copyFolder('packages/texts/src/ru', 'packages/texts/src/de', (text) =>
      text
        .replace("name: 'Русский'", "name: 'Deutsch'")
        .replace(/fontSubset: .*\n/, '')
        .replace(/defaultIn: .*/, "defaultIn: ['DE'],"),
    )
    generate()
    const changes = listChanges(before, readFiles(copy))
    expect(changes.filter((path) => !path.startsWith('packages/texts/src/de/'))).toEqual([
      'packages/texts/src/dictionaries.ts',
      'packages/texts/src/locales.ts',
    ])
    const script = `
      import { countries } from '@tradefront/rules/settings/countries'
      import { localeInfo } from '@tradefront/texts/locales'
      console.log(countries.find(({ iso }) => iso === 'DE').defaultLang, localeInfo.de.name)`
    expect(run(copy, '--input-type=module', '--eval', script).output).toBe('de Deutsch\n')
  })

  test('a preview of a language is one folder with one file, or as many as it has, and English is in place of the others', () => {
    const before = readFiles(copy)
    const folder = join(copy, 'packages/texts/src/xx')
    mkdirSync(folder)
    writeFileSync(
      join(folder, 'locale.ts'),
      `import type { LocaleInfo } from '../locale-info.ts'

export const locale: LocaleInfo = { name: 'Xx', dir: 'rtl', defaultIn: ['DE'], preview: 'xx' }
`,
    )
    generate()
    expect(listChanges(before, readFiles(copy))).toEqual([
      'packages/texts/src/dictionaries.ts',
      'packages/texts/src/locales.ts',
      'packages/texts/src/xx/all.ts',
      'packages/texts/src/xx/locale.ts',
    ])
    const script = `
      import { environmentSchema } from './apps/server/src/platform/config/environment.ts'
      import { countries } from '@tradefront/rules/settings/countries'
      import { locales } from '@tradefront/texts/locales'
      import { translate } from '@tradefront/texts/translate'
      console.log(environmentSchema.parse({ PREVIEW_LANGUAGES: 'xx' }).PREVIEW_LANGUAGES.join(), locales.includes('xx'))
      console.log(countries.find(({ iso }) => iso === 'DE').defaultLang)
      console.log(translate('xx', 'shell.log_out'), translate('xx', 'settings.theme'))`
    const print = () => run(copy, '--input-type=module', '--eval', script).output
    expect(print()).toBe('xx false\nde\n\u2066Log out\u2069 \u2066Theme\u2069\n')
    writeFileSync(join(folder, 'settings.ts'), "export const settings = { 'settings.theme': 'Xxx' }\n")
    generate()
    expect(print()).toContain('\u2066Log out\u2069 Xxx\n')
  })

  test('a job is one definition in its module: the list and the guide are generated', () => {
    const before = readFiles(copy)
    const definitions = 'apps/server/src/modules/ledger/module.ts'
    const job = `
  jobs: [
    {
      name: 'settings.dummy',
      schedule: '1 2 * * *',
      summary: 'does nothing',
      whileItFails: 'nothing happens',
      run: async ({ settings }) => void settings,
    },
  ],
}`
    const source = readFileSync(join(copy, definitions), 'utf8')
    writeFileSync(
      join(copy, definitions),
      source.replace(
        '{ actions: ledgerActions, measures: [measureBalance] }',
        `{\n  actions: ledgerActions,\n  measures: [measureBalance],${job}`,
      ),
    )
    expect(run(copy, 'scripts/generate.mjs', '--check')).toMatchObject({
      status: 1,
      output: expect.stringContaining('docs/run.md'),
    })
    generate()
    expect(listChanges(before, readFiles(copy))).toEqual([definitions, 'docs/run.md'])
    const guide = readFileSync(join(copy, 'docs/run.md'), 'utf8')
    expect(guide).toContain('\n| `settings.dummy` | `1 2 * * *` | does nothing | nothing happens |\n')
    const script = `
      import { modules } from './apps/server/src/modules.ts'
      console.log(modules.flatMap(({ jobs = [] }) => jobs).find(({ name }) => name === 'settings.dummy').schedule)`
    expect(run(copy, '--input-type=module', '--eval', script).output).toBe('1 2 * * *\n')
  })

  test('a step of a state machine is one entry: the trigger that allows it is generated', () => {
    const before = readFiles(copy)
    const rules = 'packages/rules/src/withdrawal/withdrawal-states.ts'
    const source = readFileSync(join(copy, rules), 'utf8')
    writeFileSync(join(copy, rules), source.replace("paying: ['paid',", "paying: ['rejected', 'paid',"))
    generate()
    const triggers = 'apps/server/src/modules/withdrawal/sql/allowed-steps.sql'
    expect(listChanges(before, readFiles(copy))).toEqual([triggers, rules])
    expect(readFileSync(join(copy, triggers), 'utf8')).toContain("when 'paying' then new.state in ('rejected', 'paid',")
  })

  test('an environment variable is one entry: the start checks it and the guide is generated', () => {
    const before = readFiles(copy)
    const schema = 'apps/server/src/platform/config/environment.ts'
    const entry = `  DUMMY_LIMIT: describeSetting(z.coerce.number().int().default(7), {
    mustBe: 'a whole dummy',
    meaning: 'limits nothing',
  }),
`
    const source = readFileSync(join(copy, schema), 'utf8')
    const extended = source.replace('  PORT:', `${entry}$&`)
    writeFileSync(join(copy, schema), extended)
    generate()
    expect(listChanges(before, readFiles(copy))).toEqual([schema, 'docs/install.md'])
    const guide = readFileSync(join(copy, 'docs/install.md'), 'utf8')
    expect(guide).toContain('\n| `DUMMY_LIMIT` | `7` | limits nothing |\n')
    const script = `
      import { readConfig } from './apps/server/src/platform/config/config.ts'
      readConfig({ DUMMY_LIMIT: 'many' })`
    expect(run(copy, '--input-type=module', '--eval', script).output).toContain(
      'The setting DUMMY_LIMIT must be a whole dummy.',
    )

    writeFileSync(join(copy, schema), source.replace('  PORT:', '  DUMMY_LIMIT: z.string().optional(),\n$&'))
    expect(run(copy, 'scripts/generate.mjs', '--check')).toMatchObject({
      status: 1,
      output: expect.stringContaining('DUMMY_LIMIT needs describeSetting.'),
    })
    writeFileSync(join(copy, schema), extended)
  })

  test('a screen is its folder and one row', () => {
    const before = readFiles(copy)
    const [routes, screen] = ['apps/web/src/routes/trading-routes.tsx', 'apps/web/src/features/dummy/dummy-screen.tsx']
    mkdirSync(dirname(join(copy, screen)))
    writeFileSync(join(copy, screen), 'export function DummyScreen() {\n  return <h1>Dummy</h1>\n}\n')
    const row = `  defineScreen({
    path: '/show/dummy',
    load: async () => (await import('../features/dummy/dummy-screen.tsx')).DummyScreen,
    texts: [],
  }),
`
    const source = readFileSync(join(copy, routes), 'utf8')
    writeFileSync(join(copy, routes), source.replace("  defineScreen({\n    path: '/home'", `${row}$&`))
    expect(listChanges(before, readFiles(copy))).toEqual([screen, routes])
  })

  test('all of it compiles and is used, and the compiler finds a missing text', () => {
    // This project has no tests, which are most of the server's code.
    const serverProject = 'apps/server/tsconfig.src.json'
    const project = { extends: './tsconfig.json', include: ['src'], exclude: ['src/**/*.test.ts'] }
    writeFileSync(join(copy, serverProject), JSON.stringify(project))
    expect(runTypeScript(serverProject, 'apps/web/tsconfig.src.json', 'apps/sandbox')).toEqual({
      status: 0,
      output: '',
    })
    rmSync(join(copy, serverProject))
    expect(runTool('knip/bin/knip.js', '--no-config-hints')).toEqual({ status: 0, output: '' })
    const settings = join(copy, 'packages/texts/src/de/settings.ts')
    writeFileSync(settings, readFileSync(settings, 'utf8').replace(/\n {2}'settings\..*/, ''))
    expect(runTypeScript('packages/texts').output).toContain('settings.ts')
  }, 300_000)

  test('what is removed leaves nothing generated behind', () => {
    for (const path of [
      'packages/processors/src/dummy',
      'packages/texts/src/de',
      'packages/texts/src/xx',
      'apps/web/src/features/dummy',
    ])
      rmSync(join(copy, path), { recursive: true })
    for (const path of [
      'apps/server/src/modules/ledger/module.ts',
      'packages/rules/src/withdrawal/withdrawal-states.ts',
      'apps/server/src/platform/config/environment.ts',
      'apps/web/src/routes/trading-routes.tsx',
    ])
      writeFileSync(join(copy, path), original[path] ?? '')
    generate()
    expect(listChanges(original, readFiles(copy))).toEqual([])
  })

  function copyFolder(from: string, to: string, transform: (text: string) => string): void {
    cpSync(join(copy, from), join(copy, to), { recursive: true })
    for (const path of Object.keys(readFiles(join(copy, to)))) {
      const file = join(copy, to, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, transform(readFileSync(file, 'utf8')))
    }
  }
})

function readFiles(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/node_modules|\.tsbuild|\.cache/.test(entry.parentPath))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
  return Object.fromEntries(entries.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}

function listChanges(before: Record<string, string>, after: Record<string, string>): string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...paths]
    .filter((path) => before[path] !== after[path])
    .toSorted((left, right) => left.localeCompare(right, 'en'))
}

/** Lists the files that are imported directly or indirectly. */
function listImportedFiles(entry: string): string[] {
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    const imports = readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)
    for (const [, path = ''] of imports) visit(join(dirname(file), path))
  }
  visit(entry)
  return [...found]
}
