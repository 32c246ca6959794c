// npm test: proves the product. Ends with one line, `N passed, N failed`.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { check } from './check.mjs'
import { ensureInstalled, fail, node, root } from './ensure.mjs'

/** Which projects of vitest a part of the tests is made of. */
const parts = {
  unit: ['packages', 'server', 'sandbox', 'web', 'house'],
  sim: ['sim'],
}

ensureInstalled()
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : null
if (only !== null && !(only in parts))
  fail(`There is no part "${only}" of the tests: ${Object.keys(parts).join(', ')}.`)
// `--runs N --seed S`: how many lives the simulation lives, from which seed.
for (const [option, variable] of [
  ['--runs', 'SIM_RUNS'],
  ['--seed', 'SIM_SEED'],
]) {
  if (!process.argv.includes(option)) continue
  const value = process.argv[process.argv.indexOf(option) + 1] ?? ''
  if (!/^\d{1,9}$/.test(value) || (option === '--runs' && Number(value) === 0)) fail(`${option} needs a whole number.`)
  process.env[variable] = value
}

const totals = only === null ? await check() : { passed: 0, failed: 0 }
for (const part of only === null ? Object.keys(parts) : [only]) {
  const { passed, failed } = await runVitest(parts[part])
  totals.passed += passed
  totals.failed += failed
}
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = totals.failed === 0 ? 0 : 1

/** Runs projects of vitest; a run that ends without a report, or whose files could not be loaded, counts as failed. */
async function runVitest(projects) {
  const folder = mkdtempSync(join(tmpdir(), 'tradefront-test-'))
  const report = join(folder, 'report.json')
  const args = ['run', '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await new Promise((done) => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const child = spawn(node, [vitest, ...args, ...projects.flatMap((name) => ['--project', name])], {
      cwd: root,
      stdio: 'inherit',
    })
    child.once('exit', (status) => done(status ?? 1))
  })
  try {
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
  } catch {
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
