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
  return { code: run.status, output: run.stdout + run.stderr }
}

test.each([
  ['', 'Usage: npm run new-feature NAME'],
  ['../x', 'Usage: npm run new-feature NAME'],
  ['Cards', 'Usage: npm run new-feature NAME'],
  ['cards', 'The feature "cards" already exists.'],
])('new-feature refuses the name "%s" in one sentence', (name, why) => {
  const { code, output } = runNewFeature(name)
  expect(output.trim().split('\n')).toHaveLength(1)
  expect(output).toContain(why)
  expect(code).toBe(1)
})

test('new-feature creates the texts, the screen and its route, and refuses a second run', () => {
  const { code, output } = runNewFeature('loyalty')
  expect(output).toContain('apps/web/src/features/loyalty/loyalty-screen.tsx')
  expect(code).toBe(0)
  expect(runNewFeature('loyalty').output).toContain('already')
  const text = spawnSync(
    process.execPath,
    ['-e', "import('./packages/texts/src/en/all.ts').then(({ texts }) => console.log(texts['loyalty.title']))"],
    { cwd: copy, encoding: 'utf8' },
  )
  expect(text.stdout.trim()).toBe('Loyalty')
  const routes = readFileSync(join(copy, 'apps/web/src/routes/trading-routes.tsx'), 'utf8')
  expect(routes).toContain("path: '/show/loyalty'")
})
