import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { cardProcessors as processors } from '@tradefront/processors/registry'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const checkedFolders = ['apps', 'packages/contract', 'packages/rules', 'packages/texts', 'bench', 'scripts']

/** Paths that can name a processor, each with its reason. */
const exceptions = [
  // These files are generated.
  'packages/contract/src/processor-names.ts',
  // The order of the default cascade and the processor of the PFS countries.
  'packages/rules/src/cards/usual-cascades.ts',
  // Fixtures that choose a processor for a scenario.
  'apps/server/test/',
  'bench/',
]

/** Finds names of processors, except in comments and in the term "PFS countries". */
function findProcessorNames(code: string): string[] {
  const bare = code
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '')
    .replaceAll('PFS countries', '')
  const names = processors.filter(({ name }) => new RegExp(String.raw`(?<![\w-])${name}(?![\w-])`).test(bare))
  const slugs = processors.filter(({ upstream }) => new RegExp(`(['"\`])${upstream.slug}\\1`).test(bare))
  return [...new Set([...names, ...slugs].map(({ name }) => name))]
}

test.each(checkedFolders)('%s names no processor: it asks the definitions', (folder) => {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/\.test\.tsx?$|node_modules|\.tsbuild|\/dist\//.test(file))
    .filter((file) => !exceptions.some((path) => file.startsWith(path)))
  const found = files.flatMap((file) =>
    findProcessorNames(readFileSync(join(root, file), 'utf8')).map((name) => `${file}: ${name}`),
  )
  expect(found).toEqual([])
})

describe('a planted name is found', () => {
  test.each([
    ["if (name === 'ZOOM') return", ['ZOOM']],
    ["const plan = 'FRAUD,ORANGE'", ['FRAUD', 'ORANGE']],
    ["case 'orange-not3d': return", ['ORANGE_NOT3D']],
    ["// ZOOM's script\nconst pfsCascade = '/api/fraud/user'", []],
    ["help('the PFS countries take precedence')", []],
  ])('%s', (code, names) => {
    expect(findProcessorNames(code)).toEqual(names)
  })
})
