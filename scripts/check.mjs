// npm run check: everything that can be said without running the product. One line per check; all run, even after a failure.
import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { ensureInstalled, node, root } from './install-deps.mjs'

const checks = [
  ['types', 'typescript/bin/tsc', ['-b']],
  ['lint and import rules', 'oxlint/bin/oxlint', ['--type-aware']],
  ['format', 'oxfmt/bin/oxfmt', ['--check', '.']],
  ['table owners and module cycles', '../scripts/module-boundaries.mjs', []],
  ['unused code', 'knip/bin/knip.js', ['--no-config-hints']],
]

/** Runs the checks side by side. Gives how many passed, how many failed, and the names of these. */
export async function runChecks() {
  const results = await Promise.all(checks.map(([name, file, args]) => runCheck(name, file, args)))
  const names = checks.flatMap(([name], at) => (results[at] ? [] : [name]))
  return { passed: checks.length - names.length, failed: names.length, names }
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
  const { failed } = await runChecks()
  process.exitCode = failed === 0 ? 0 : 1
}
