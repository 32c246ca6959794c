// Reads and saves how long each test file took when it was last run by `npm test`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

import { root } from './install-deps.mjs'

const file = join(root, '.cache/test-seconds.json')

/** @returns seconds by test file, from the repository's root; empty before the first run */
export function readTestSeconds() {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/** @param testResults those of Vitest's JSON report */
export function saveTestSeconds(testResults) {
  const taken = testResults.map(({ name, startTime, endTime }) => [
    relative(root, name),
    Math.round((endTime - startTime) / 100) / 10,
  ])
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...readTestSeconds(), ...Object.fromEntries(taken) }, null, 1))
}
