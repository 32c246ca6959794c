import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createProjectCopy } from './project-copy.ts'

const root = resolve(import.meta.dirname, '..')
const node = join(root, 'node_modules/.bin/node')

function run(folder: string, ...command: string[]) {
  const { status, stdout, stderr } = spawnSync(node, command, { cwd: folder, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

test('the generated files match the folders of processors and languages', () => {
  expect(run(root, 'scripts/generate.mjs', '--check')).toEqual({ status: 0, output: '' })
})

test('the registry, which the browser loads, imports no simulator and no test data', () => {
  const files = listImportedFiles(join(root, 'packages/processors/src/registry.ts'))
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => /simulator|test-data|\/testing\//.test(file))).toEqual([])
})

describe('in a copy of the project', () => {
  let copy: string
  beforeAll(() => {
    copy = createProjectCopy()
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  const generate = () => expect(run(copy, 'scripts/generate.mjs')).toMatchObject({ status: 0 })
  const runTypeScript = (...projects: string[]) =>
    run(copy, 'node_modules/typescript/bin/tsc', '-b', ...projects.map((project) => join(copy, project)))

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
    expect(runTypeScript('packages/processors', 'apps/sandbox')).toEqual({ status: 0, output: '' })
    const suite = 'packages/processors/src/conformance.test.ts'
    const result = run(copy, 'node_modules/vitest/vitest.mjs', 'run', '--project', 'packages', suite, '-t', 'DUMMY')
    expect(result).toMatchObject({ status: 0, output: expect.stringMatching(/1[0-9] passed/) })
    rmSync(join(copy, 'packages/processors/src/dummy'), { recursive: true })
    generate()
    expect(listChanges(before, readFiles(copy))).toEqual([])
  }, 60_000)

  test('a language is one folder: the rest is generated and the compiler finds missing texts', () => {
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
    expect(runTypeScript('packages/rules', 'apps/sandbox')).toEqual({ status: 0, output: '' })
    const script = `
      import { countries } from '@tradefront/rules/settings/countries'
      import { localeInfo } from '@tradefront/texts/locales'
      console.log(countries.find(({ iso }) => iso === 'DE').defaultLang, localeInfo.de.name)`
    expect(run(copy, '--input-type=module', '--eval', script).output).toBe('de Deutsch\n')

    const settings = join(copy, 'packages/texts/src/de/settings.ts')
    writeFileSync(settings, readFileSync(settings, 'utf8').replace(/\n {2}'settings\..*/, ''))
    expect(runTypeScript('packages/texts').output).toContain('settings.ts')
    rmSync(join(copy, 'packages/texts/src/de'), { recursive: true })
    generate()
    expect(listChanges(before, readFiles(copy))).toEqual([])
  }, 60_000)

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
    .filter((entry) => entry.isFile() && !/node_modules|\.tsbuild/.test(entry.parentPath))
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
  return Object.fromEntries(entries.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}

function listChanges(before: Record<string, string>, after: Record<string, string>): string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...paths]
    .filter((path) => before[path] !== after[path])
    .toSorted((left, right) => left.localeCompare(right, 'en'))
}

/** Directly or indirectly. */
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
