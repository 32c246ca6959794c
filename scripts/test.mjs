// npm test: runs all checks and tests. The last line is `N passed, N failed`.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { runChecks } from './check.mjs'
import { ensureBrowser, ensureInstalled, ensureWebBuilt, exitWithError, node, root } from './install-deps.mjs'
import { parseOptions, parseWholeNumber } from './options.mjs'
import { saveTestSeconds } from './test-seconds.mjs'

const { values } = parseOptions({
  only: 'string',
  runs: 'string',
  seed: 'string',
  rounds: 'string',
  requests: 'string',
  from: 'string',
})

const unitProjects = ['packages', 'server', 'plans', 'sandbox', 'web', 'web-navigation', 'scripts']
/** Parts by name. Projects are those of vitest.config.ts. */
const parts = {
  check: () => runChecks(),
  unit: () => runVitest(unitProjects),
  fuzz: () => runVitest(['fuzz']),
  sim: () => runVitest(['sim']),
  chaos: () => runVitest(['chaos']),
  e2e: runBrowserTests,
}
const allParts = {
  check: parts.check,
  // These run together, because short files fill the gaps that long ones leave.
  'unit, sim, chaos': () => runVitest([...unitProjects, 'sim', 'chaos']),
  // These do not run beside the simulation, which would slow replies down to hangs.
  fuzz: parts.fuzz,
  e2e: parts.e2e,
}

if (values.only !== undefined && !(values.only in parts))
  exitWithError(`Unknown part "${values.only}". Use one of: ${Object.keys(parts).join(', ')}.`)
// `--requests` and `--from` are for the fuzzer, `--runs` is for the simulation, `--seed` (a number, or `clock`) for both; `--rounds` is the
// number of kills per chaos test.
if (values.runs !== undefined) process.env['SIM_RUNS'] = parseWholeNumber('--runs', values.runs, 1)
if (values.seed !== undefined) {
  const seed = values.seed === 'clock' ? String(Date.now() % 1_000_000_000) : parseWholeNumber('--seed', values.seed, 0)
  process.env['SIM_SEED'] = seed
  process.env['FUZZ_SEED'] = seed
  console.log(`Repeat it with --seed ${seed}.`)
}
if (values.only === 'fuzz') {
  process.env['FUZZ_REQUESTS'] = parseWholeNumber('--requests', values.requests ?? '5000', 1)
  if (values.from !== undefined) process.env['FUZZ_FROM'] = parseWholeNumber('--from', values.from, 0)
}
if (values.rounds !== undefined) process.env['CHAOS_ROUNDS'] = parseWholeNumber('--rounds', values.rounds, 1)

ensureInstalled()
const results = []
for (const [name, runPart] of Object.entries(
  values.only === undefined ? allParts : { [values.only]: parts[values.only] },
)) {
  const startedAtMs = Date.now()
  results.push({ name, ...(await runPart()), seconds: Math.round((Date.now() - startedAtMs) / 1000) })
}
printResults(results)

/** Prints the results. Failures are repeated at the end, because only the end of a long run is read. */
function printResults(partResults) {
  const sum = (field) => partResults.reduce((total, result) => total + result[field], 0)
  for (const failure of partResults.flatMap(({ failures }) => failures)) console.log(`FAIL ${failure}`)
  for (const { name, passed, failed, seconds } of partResults)
    console.log(`${name.padEnd(16)} ${String(seconds).padStart(4)} s  ${passed} passed, ${failed} failed`)
  console.log(`${'all'.padEnd(16)} ${String(sum('seconds')).padStart(4)} s`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') === 0 ? 0 : 1
}

async function runVitest(projects) {
  return runWithReport(async (report) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const selection = projects.flatMap((name) => ['--project', name])
    const code = await run('node_modules/vitest/vitest.mjs', ['run', '--passWithNoTests', ...reporters, ...selection])
    const { numPassedTests: passed, numFailedTests: failed, testResults } = readReport(report)
    saveTestSeconds(testResults)
    const failures = testResults.flatMap(({ name: file, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => describeFailure(relative(root, file), fullName, failureMessages[0])),
    )
    return toResult(code, { passed, failed, failures })
  })
}

/** Runs the browser tests. Flaky and skipped ones count as failed. */
async function runBrowserTests() {
  ensureWebBuilt()
  ensureBrowser()
  return runWithReport(async (report) => {
    const code = await run('node_modules/@playwright/test/cli.js', ['test', '-c', 'e2e'], { E2E_REPORT: report })
    const { stats, suites } = readReport(report)
    const failed = stats.unexpected + stats.flaky + stats.skipped
    const failures = suites
      .flatMap(listSpecs)
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) => describeFailure(file, title, tests[0]?.results[0]?.error?.message))
    return toResult(code, { passed: stats.expected, failed, failures })
  })
}

function listSpecs({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(listSpecs)]
}

function describeFailure(file, title, message = '') {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return `${file}: ${title}: ${lines.slice(0, 8).join(' | ')}`
}

/** Converts the end of a run to a result. A failure without a test, e.g. a file that cannot be loaded, counts as one failure. */
function toResult(code, { passed, failed, failures }) {
  if (code === 0 || failed > 0) return { passed, failed, failures }
  return { passed, failed: 1, failures: ['a run failed without a failed test: see its output above'] }
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

/** Runs tests and reads their report. A run without a readable report counts as one failure. */
async function runWithReport(runTests) {
  const folder = mkdtempSync(join(tmpdir(), 'tradefront-test-'))
  try {
    return await runTests(join(folder, 'report.json'))
  } catch {
    return { passed: 0, failed: 1, failures: ['a run wrote no report: see its output above'] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
