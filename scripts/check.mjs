// npm run check: one line per check; a failure does not stop the others.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { ensureInstalled, node, root } from './install-deps.mjs'

const architectureTests = [
  'architecture',
  'feature-names',
  'generate',
  'processor-names',
  'text-keys',
  'wire-names',
].map((name) => `scripts/${name}.test.ts`)
const checks = [
  ['types', 'typescript/bin/tsc', ['-b']],
  ['lint and import rules', 'oxlint/bin/oxlint', ['--type-aware']],
  ['format', 'oxfmt/bin/oxfmt', ['--check', '.']],
  ['table owners and module cycles', '../scripts/module-boundaries.mjs', []],
  ['migrations after the release', '../scripts/check-migrations.mjs', []],
  ['unused code', 'knip/bin/knip.js', ['--no-config-hints']],
]
/** `npm test` runs these tests with the other tests of `scripts`. */
const architectureCheck = ['architecture', 'vitest/vitest.mjs', ['run', '--project', 'scripts', ...architectureTests]]

export async function runChecks(selected = checks) {
  const results = await Promise.all(selected.map(([name, file, args]) => runCheck(name, file, args)))
  const failures = selected.flatMap(([name], index) => (results[index] ? [] : [name]))
  return { passed: selected.length - failures.length, failed: failures.length, failures }
}

function runCheck(name, file, args) {
  return new Promise((done) => {
    const child = spawn(node, [join(root, 'node_modules', file), ...args], { cwd: root })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.once('exit', (code) => {
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}${code === 0 ? '' : `\n${output}`}`)
      done(code === 0)
    })
  })
}

if (import.meta.filename === process.argv[1]) {
  ensureInstalled()
  const { failed } = await runChecks([...checks, architectureCheck])
  process.exitCode = failed === 0 ? 0 : 1
}
