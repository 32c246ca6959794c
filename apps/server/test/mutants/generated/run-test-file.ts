import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

import type { TestPostgresUrls } from '../../fixtures/database/test-postgres.ts'
import { root } from './mutated-files.ts'
import type { Edit } from './mutation.ts'

type Report = {
  readonly success: boolean
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

export type FailingTest = { readonly file: string | null; readonly test: string }

type Options = {
  /** Fault that is planted; default: none. */
  readonly edit?: Omit<Edit, 'kind'> & { readonly file: string }
  /** Pattern of titles: only tests that match run. */
  readonly namePattern?: string
  /** Number of runs of a simulation. */
  readonly runs?: number
  /** Time after which a test has failed. */
  readonly maxMs: number
}

/** Runs Vitest with the fault, one file after the other. @returns the test that fails, or null @throws if the tests cannot run */
export async function findFailingTest(
  files: readonly string[],
  postgresUrls: TestPostgresUrls,
  { edit, namePattern, runs, maxMs }: Options,
): Promise<FailingTest | null> {
  const folder = mkdtempSync(join(tmpdir(), 'tradefront-mutant-'))
  const outputFile = join(folder, 'report.json')
  const config = join(import.meta.dirname, 'vitest.config.ts')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const options = ['--config', config, '--reporter=json', `--outputFile=${outputFile}`]
  if (namePattern !== undefined) options.push('--testNamePattern', namePattern)
  try {
    const child = spawn(process.execPath, [vitest, 'run', ...options, ...files], {
      cwd: root,
      stdio: 'ignore',
      // The process is in a group of its own: workers in an endless loop do not end with their parent.
      detached: true,
      env: {
        ...process.env,
        MUTANT_EDIT: JSON.stringify(edit ?? null),
        MUTANT_FILES: JSON.stringify(files),
        POSTGRES_URLS: JSON.stringify(postgresUrls),
        ...(runs !== undefined && { SIM_RUNS: String(runs) }),
      },
    })
    const end = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL')
    let isLate = false
    const timer = setTimeout(() => (isLate = end()), maxMs)
    process.once('exit', end)
    await once(child, 'exit')
    process.off('exit', end)
    clearTimeout(timer)
    if (isLate) return { file: null, test: `the tests did not end within ${maxMs / 1000} s` }
    const report = JSON.parse(readFileSync(outputFile, 'utf8')) as Report
    const tests = report.testResults.flatMap((file) =>
      file.assertionResults.map((result) => ({ ...result, file: relative(root, file.name) })),
    )
    const failed = tests.find(({ status }) => status === 'failed')
    if (failed !== undefined) return { file: failed.file, test: failed.fullName }
    const [broken] = report.testResults.filter(({ message }) => message !== '')
    if (edit !== undefined && broken !== undefined)
      return { file: relative(root, broken.name), test: broken.message.split('\n')[0] ?? '' }
    if (!report.success || tests.length === 0)
      throw new Error(report.testResults.map(({ message }) => message).join('; '))
    return null
  } finally {
    rmSync(folder, { recursive: true })
  }
}
