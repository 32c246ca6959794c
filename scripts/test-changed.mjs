// npm run test:changed: checks the files that have changed and runs the tests nearest to them, for about two minutes.
// `--since <commit>` compares with a commit; by default uncommitted changes count, or the last commit if there are none.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { ensureInstalled, node, root } from './install-deps.mjs'
import { measureDistances, readImporters } from './import-graph.mjs'
import { parseOptions } from './options.mjs'
import { readTestSeconds } from './test-seconds.mjs'

/** Limit of the sum over the test files. Types and lint take the rest of the two minutes. */
const budgetSeconds = 120
const defaultSeconds = 4
/** Slow kinds of tests, which only `npm test` runs. */
const otherKinds = /\.(sim|chaos|plans|fuzz)\.test\.ts$/

/**
 * Lists the tests that changes concern.
 * @param changed files from the repository's root
 * @returns test files by the number of imports between them and the nearest changed file, the nearest first
 */
export function listConcernedTests(changed, importers = readImporters(root)) {
  const distances = new Map()
  for (const file of changed.flatMap(listConcernedCode))
    for (const [reached, distance] of measureDistances(file, importers))
      if (distance < (distances.get(reached) ?? Infinity)) distances.set(reached, distance)
  return [...distances]
    .filter(([file]) => /\.test\.tsx?$/.test(file) && !otherKinds.test(file))
    .toSorted(
      ([a, near], [b, far]) => near - far || rankFolder(a, changed) - rankFolder(b, changed) || a.localeCompare(b),
    )
    .map(([file]) => file)
}

/** Ranks tests beside a changed file before others that import it. */
function rankFolder(test, changed) {
  return changed.some((file) => dirname(file) === dirname(test)) ? 0 : 1
}

/** Lists the code of a changed file. SQL is not imported, so the routes of its module count instead. */
function listConcernedCode(file) {
  const [, module] =
    /^apps\/server\/src\/(?:modules\/(\w+)\/.*|migrations\/\d+_(\w+))\.sql$/.exec(file)?.filter(Boolean) ?? []
  return module === undefined ? [file] : [file, `apps/server/src/modules/${module}/routes.ts`]
}

/** Returns the nearest files whose tests take no longer than the budget together, and at least one. */
export function fitBudget(files, seconds, budget = budgetSeconds) {
  let sum = 0
  return files.filter((file, place) => {
    sum += seconds[file] ?? defaultSeconds
    return place === 0 || sum <= budget
  })
}

function listChangedFiles(since) {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  const untracked = git('ls-files', '--others', '--exclude-standard')
  const changed = [...git('diff', '--name-only', '--diff-filter=d', since ?? 'HEAD'), ...untracked]
  return changed.length > 0 || since !== undefined ? changed : git('diff', '--name-only', '--diff-filter=d', 'HEAD~1')
}

function run(script, ...args) {
  return spawnSync(node, [join(root, 'node_modules', script), ...args], { cwd: root, stdio: 'inherit' }).status === 0
}

if (import.meta.filename === process.argv[1]) {
  const { values } = parseOptions({ since: 'string' })
  ensureInstalled()
  const changed = listChangedFiles(values.since).filter((file) => existsSync(join(root, file)))
  const code = changed.filter((file) => /\.(tsx?|mjs)$/.test(file))
  const concerned = listConcernedTests(changed)
  const selected = fitBudget(concerned, readTestSeconds())
  const results = [
    run('typescript/bin/tsc', '-b'),
    code.length === 0 || run('oxlint/bin/oxlint', ...code),
    changed.length === 0 || run('oxfmt/bin/oxfmt', '--check', '--no-error-on-unmatched-pattern', ...changed),
    selected.length === 0 || run('vitest/vitest.mjs', 'run', ...selected),
  ]
  console.log(
    `${changed.length} changed files, ${selected.length} of ${concerned.length} test files that they can concern; npm test runs all.`,
  )
  process.exitCode = results.every(Boolean) ? 0 : 1
}
