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

// Types and unused code of a whole copy: a busy machine takes minutes.
test('new-feature creates a feature that passes the checks, and refuses a second run', { timeout: 600_000 }, () => {
  const { code, output } = runNewFeature('loyalty')
  expect(output).toContain('apps/web/src/features/loyalty/loyalty-screen.tsx')
  expect(code).toBe(0)
  expect(runNewFeature('loyalty').output).toContain('already')
  const screen = readFileSync(join(copy, 'apps/web/src/features/loyalty/loyalty-screen.tsx'), 'utf8')
  expect(screen).toContain('<QueryView')
  const changed = [...output.matchAll(/^ {2}(\S+)$/gm)].map(([, path = '']) => path)
  expect(changed.length).toBeGreaterThan(7)
  expect(runTool('typescript/bin/tsc', '-b', 'apps/web/tsconfig.src.json', 'apps/server')).toBe('')
  expect(runTool('oxfmt/bin/oxfmt', '--check', ...changed)).toContain('All matched files use the correct format')
  expect(runTool('oxlint/bin/oxlint', '--format', 'unix', ...changed)).toBe('')
  expect(runTool('knip/bin/knip.js', '--no-config-hints')).toBe('')
})

function runTool(tool: string, ...args: string[]): string {
  const command = [join(copy, 'node_modules', tool), ...args]
  const { stdout, stderr } = spawnSync(process.execPath, command, { cwd: copy, encoding: 'utf8' })
  return (stdout + stderr).trim()
}
