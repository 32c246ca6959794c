// npm test: proves the product. Ends with one line, `N passed, N failed`.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { check } from './check.mjs'
import { ensureBrowser, ensureInstalled, ensureWebBuilt, fail, node, root } from './ensure.mjs'

/** The parts of the tests: projects of vitest, and the browser tests. */
const parts = {
  unit: () => runVitest(['packages', 'server', 'sandbox', 'web', 'house']),
  sim: () => runVitest(['sim']),
  chaos: () => runVitest(['chaos']),
  e2e: runBrowserTests,
}

ensureInstalled()
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : null
if (only !== null && !(only in parts))
  fail(`There is no part "${only}" of the tests: ${Object.keys(parts).join(', ')}.`)
const stranger = process.argv
  .slice(2)
  .find((word) => word.startsWith('-') && !/^--(?:only|runs|seed|rounds)$/.test(word))
if (stranger !== undefined) fail(`There is no option "${stranger}": --runs N and --seed S, --rounds N.`)
// `--runs N --seed S`: how many lives the simulation lives, from which seed. `--rounds N`: how often each thing is killed.
for (const [option, variable] of [
  ['--runs', 'SIM_RUNS'],
  ['--seed', 'SIM_SEED'],
  ['--rounds', 'CHAOS_ROUNDS'],
]) {
  if (!process.argv.includes(option)) continue
  const value = process.argv[process.argv.indexOf(option) + 1] ?? ''
  if (!/^\d{1,9}$/.test(value) || (option !== '--seed' && Number(value) === 0)) fail(`${option} needs a whole number.`)
  process.env[variable] = value
}

const totals = only === null ? await check() : { passed: 0, failed: 0 }
for (const part of only === null ? Object.keys(parts) : [only]) {
  const { passed, failed } = await parts[part]()
  totals.passed += passed
  totals.failed += failed
}
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = totals.failed === 0 ? 0 : 1

/** Runs projects of vitest; a run that ends without a report, or whose files could not be loaded, counts as failed. */
async function runVitest(projects) {
  return withReport(async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const chosen = projects.flatMap((name) => ['--project', name])
    const code = await run('node_modules/vitest/vitest.mjs', ['run', '--passWithNoTests', ...reporters, ...chosen])
    const { numPassedTests: passed, numFailedTests: failed } = readReport(report)
    return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
  })
}

/** Runs the browser tests over a server, a sandbox and a database of their own; a test that was not run counts as failed. */
async function runBrowserTests() {
  ensureWebBuilt()
  ensureBrowser()
  return withReport(async (report) => {
    const code = await run('node_modules/@playwright/test/cli.js', ['test', '-c', 'e2e'], { E2E_REPORT: report })
    const { expected, unexpected, flaky, skipped } = readReport(report).stats
    const failed = unexpected + flaky + skipped
    return { passed: expected, failed: code !== 0 && failed === 0 ? 1 : failed }
  })
}

function run(script, args, env = {}) {
  return new Promise((done) => {
    const child = spawn(node, [join(root, script), ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.once('exit', (status) => done(status ?? 1))
  })
}

function readReport(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Counts what `work` reports in a temporary file; no readable report is one failure. */
async function withReport(work) {
  const folder = mkdtempSync(join(tmpdir(), 'tradefront-test-'))
  try {
    return await work(join(folder, 'report.json'))
  } catch {
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
