import { userInfo } from 'node:os'
import { createInterface } from 'node:readline/promises'

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

/** Returns the account of the operating system. Some machines, such as containers, know it only by its number. */
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
    osUser: getOsUser(),
  },
  (closeServices) => {
    close = closeServices
  },
)
