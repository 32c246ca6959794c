import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createProjectCopy } from './project-copy.ts'

let copy: string

beforeAll(() => {
  copy = createProjectCopy()
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

function runNewFeature(name: string) {
  const run = spawnSync(process.execPath, [join(copy, 'scripts/new-feature.mjs'), name], {
    cwd: copy,
    encoding: 'utf8',
  })
  return { code: run.status, said: run.stdout + run.stderr }
}

test.each([
  ['', 'Say the name of the feature'],
  ['../x', 'Say the name of the feature'],
  ['Cards', 'Say the name of the feature'],
  ['cards', 'There is a feature "cards" already.'],
])('"%s" is refused in one sentence', (name, why) => {
  const { code, said } = runNewFeature(name)
  expect(said.trim().split('\n')).toHaveLength(1)
  expect(said).toContain(why)
  expect(code).toBe(1)
})

test('the rooms it makes are laid out as everybody else’s, and a second time is refused', () => {
  const { code, said } = runNewFeature('loyalty')
  expect(said).toContain('apps/web/src/features/loyalty/loyalty-screen.tsx')
  expect(code).toBe(0)
  expect(runNewFeature('loyalty').said).toContain('already')
  const text = spawnSync(
    process.execPath,
    ['-e', "import('./packages/texts/src/en/all.ts').then(({ texts }) => console.log(texts['loyalty.title']))"],
    { cwd: copy, encoding: 'utf8' },
  )
  expect(text.stdout.trim()).toBe('Loyalty')
  const routes = readFileSync(join(copy, 'apps/web/src/routes/trading-routes.tsx'), 'utf8')
  expect(routes).toContain("path: '/show/loyalty'")
})
