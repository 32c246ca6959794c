import { userInfo } from 'node:os'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

import { runOps } from './run-ops.ts'

const isInteractive = process.stdin.isTTY && process.stdout.isTTY

const promptUser = async (question: string): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await lines.question(question)
  } finally {
    lines.close()
  }
}

const promptSecret = async (question: string): Promise<string> => {
  process.stdout.write(question)
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stdout.write('\n')
  }
}

/** Some machines, such as containers, know the account only by its number. */
function getOsUser(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

let close: () => Promise<void> = () => Promise.resolve()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void close().finally(() => process.exit(130)))

process.exitCode = await runOps(
  process.argv.slice(2),
  process.env,
  {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    prompt: isInteractive ? promptUser : null,
    promptSecret: isInteractive ? promptSecret : null,
    osUser: getOsUser(),
  },
  (closeServices) => {
    close = closeServices
  },
)
