// npm test: proves the product. Ends with one line, `N passed, N failed`.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { runChecks } from './check.mjs'
import { ensureBrowser, ensureInstalled, ensureWebBuilt, exitWithError, node, root } from './install-deps.mjs'

/** The parts of the tests: projects of vitest, and the browser tests. */
const parts = {
  unit: () => runVitest(['packages', 'server', 'sandbox', 'web', 'scripts']),
  sim: () => runVitest(['sim']),
  chaos: () => runVitest(['chaos']),
  e2e: runBrowserTests,
}

ensureInstalled()
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : null
if (only !== null && !(only in parts))
  exitWithError(`There is no part "${only}" of the tests: ${Object.keys(parts).join(', ')}.`)
const unknownOption = process.argv
  .slice(2)
  .find((word) => word.startsWith('-') && !/^--(?:only|runs|seed|rounds)$/.test(word))
if (unknownOption !== undefined)
  exitWithError(`There is no option "${unknownOption}": --runs N and --seed S, --rounds N.`)
// `--runs N --seed S`: how many lives the simulation lives, from which seed. `--rounds N`: how often each thing is killed.
for (const [option, variable] of [
  ['--runs', 'SIM_RUNS'],
  ['--seed', 'SIM_SEED'],
  ['--rounds', 'CHAOS_ROUNDS'],
]) {
  if (!process.argv.includes(option)) continue
  const value = process.argv[process.argv.indexOf(option) + 1] ?? ''
  if (!/^\d{1,9}$/.test(value) || (option !== '--seed' && Number(value) === 0))
    exitWithError(`${option} needs a whole number.`)
  process.env[variable] = value
}

/** @type {{ passed: number, failed: number, names: string[] }} */
const totals = { passed: 0, failed: 0, names: [] }
// The simulation thinks on one core, the other one is for what is killed meanwhile.
const allRuns = [runChecks, parts.unit, () => runVitest(['sim', 'chaos']), parts.e2e]
for (const run of only === null ? allRuns : [parts[only]]) {
  const { passed, failed, names } = await run()
  totals.passed += passed
  totals.failed += failed
  totals.names.push(...names)
}
// Said again at the end: whoever sees only the last lines of a long run still reads what failed.
for (const name of totals.names) console.log(`FAIL ${name}`)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exitCode = totals.failed === 0 ? 0 : 1

/** Runs projects of vitest; a run that ends without a report, or whose files could not be loaded, counts as failed. */
async function runVitest(projects) {
  return withReport(async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const chosen = projects.flatMap((name) => ['--project', name])
    const code = await run('node_modules/vitest/vitest.mjs', ['run', '--passWithNoTests', ...reporters, ...chosen])
    const { numPassedTests: passed, numFailedTests: failed, testResults } = readReport(report)
    const names = testResults.flatMap(({ name: file, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => describeFailure(relative(root, file), fullName, failureMessages[0])),
    )
    return toRunResult(code, { passed, failed, names })
  })
}

/** Runs the browser tests over a server, a sandbox and a database of their own; a test that was not run counts as failed. */
async function runBrowserTests() {
  ensureWebBuilt()
  ensureBrowser()
  return withReport(async (report) => {
    const code = await run('node_modules/@playwright/test/cli.js', ['test', '-c', 'e2e'], { E2E_REPORT: report })
    const { stats, suites } = readReport(report)
    const failed = stats.unexpected + stats.flaky + stats.skipped
    const names = suites
      .flatMap(listSpecs)
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) => describeFailure(file, title, tests[0]?.results[0]?.error?.message))
    return toRunResult(code, { passed: stats.expected, failed, names })
  })
}

/** The browser tests of a suite and of the suites in it. */
function listSpecs({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(listSpecs)]
}

/** One line that names a failed test and says why it failed. */
function describeFailure(file, title, message = '') {
  return `${file}: ${title}: ${stripVTControlCharacters(message).split('\n')[0]}`
}

/** A run that ends badly without a failed test (nothing could be loaded, an error between the tests) counts as one failure. */
function toRunResult(code, { passed, failed, names }) {
  if (code === 0 || failed > 0) return { passed, failed, names }
  return { passed, failed: 1, names: ['a run that ended badly without a failed test: look above'] }
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
    return { passed: 0, failed: 1, names: ['a run without a report: look above'] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
