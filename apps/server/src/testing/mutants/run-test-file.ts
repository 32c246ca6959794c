import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestPostgresUrls } from '../database/test-postgres.ts'
import { rootUrl } from './edit-source.ts'

type Report = {
  readonly success: boolean
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

/** Runs Vitest with the mutant. @returns the test that fails, or null @throws if the tests cannot run */
export async function findFailingTest(
  mutantName: string | null,
  files: readonly string[],
  postgresUrls: TestPostgresUrls,
): Promise<string | null> {
  const root = rootUrl.pathname
  const folder = mkdtempSync(join(tmpdir(), 'tradefront-mutant-'))
  const outputFile = join(folder, 'report.json')
  const config = join(import.meta.dirname, 'vitest.config.ts')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const options = ['--config', config, '--reporter=json', `--outputFile=${outputFile}`]
  try {
    const child = spawn(process.execPath, [vitest, 'run', ...options, ...files], {
      cwd: root,
      stdio: 'ignore',
      env: { ...process.env, MUTANT: mutantName ?? '', POSTGRES_URLS: JSON.stringify(postgresUrls) },
    })
    await once(child, 'exit')
    const report = JSON.parse(readFileSync(outputFile, 'utf8')) as Report
    const tests = report.testResults.flatMap((file) => file.assertionResults)
    const failed = tests.find(({ status }) => status === 'failed')
    if (failed !== undefined) return failed.fullName
    if (!report.success || tests.length === 0)
      throw new Error(report.testResults.map(({ message }) => message).join('; '))
    return null
  } finally {
    rmSync(folder, { recursive: true })
  }
}
