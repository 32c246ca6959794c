import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll } from 'vitest'

import { type TestApp, type TestAppOptions, startTestApp } from '../app/test-app.ts'
import { type TestSandbox, startTestSandbox } from '../processes/sandbox-process.ts'

export type AppWithMailbox = {
  readonly app: TestApp
  readonly sandbox: TestSandbox
  readonly stop: () => Promise<void>
}

/** @param optionsFor options that depend on the sandbox */
export async function startAppWithMailbox(
  optionsFor: (sandbox: TestSandbox) => TestAppOptions = () => ({}),
): Promise<AppWithMailbox> {
  const folder = await mkdtemp(join(tmpdir(), 'mailed-app-'))
  const sandbox = await startTestSandbox(0.01, folder)
  const { config, ...options } = optionsFor(sandbox)
  const app = await startTestApp({ ...options, config: { smtpUrl: sandbox.smtpUrl, ...config } })
  return {
    app,
    sandbox,
    stop: async () => {
      await app.stop()
      await sandbox.stop()
      await rm(folder, { recursive: true })
    },
  }
}

export function setUpAppWithMailbox(): Pick<AppWithMailbox, 'app' | 'sandbox'> {
  let started: AppWithMailbox | undefined
  beforeAll(async () => {
    started = await startAppWithMailbox()
  })
  afterAll(() => started?.stop())
  const getStarted = (): AppWithMailbox => {
    if (!started) throw new Error('The app starts with the first test of the file')
    return started
  }
  return {
    get app() {
      return getStarted().app
    },
    get sandbox() {
      return getStarted().sandbox
    },
  }
}
