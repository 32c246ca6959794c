import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Amounts in minor units. */
export type SandboxStatementRow = {
  readonly kind: 'charge' | 'refund'
  readonly processor: string
  readonly ref: string
  readonly refund_ref: string
  readonly amount: number
  readonly currency: string
  readonly status: string
  /** On the statement of the card. */
  readonly descriptor: string
}

export type SandboxPayout = {
  readonly slug: string
  readonly reference: string
  readonly amount: number
  readonly status: string
}

export type ReceivedMail = {
  readonly id: string
  readonly to: readonly string[]
  readonly reply_to: string | null
  readonly message_id: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The real sandbox as a separate process. */
export type TestSandbox = {
  readonly url: string
  readonly smtpUrl: string
  readonly secret: string
  /** E.g. `faults`, `clock`, `webhooks/replay`, `reset`. */
  readonly postControl: (path: string, body: Readonly<Record<string, unknown>>) => Promise<unknown>
  readonly getStatement: () => Promise<SandboxStatementRow[]>
  /** Payouts of all providers, oldest first. Minor units. */
  readonly listPayouts: () => Promise<SandboxPayout[]>
  /** Newest first. */
  readonly listMails: (to: string) => Promise<ReceivedMail[]>
  readonly stop: () => Promise<void>
}

const secret = 'a sandbox secret that is only good for tests'
const main = join(import.meta.dirname, '../../../../sandbox/src/main.ts')

/** @param dataDir folder of the statement @param mailInPort where the server receives mail */
export async function startTestSandbox(waitScale: number, dataDir: string, mailInPort = 0): Promise<TestSandbox> {
  const env = {
    SANDBOX_PORT: '0',
    SANDBOX_SECRET: secret,
    WAIT_SCALE: String(waitScale),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    MAIL_IN_PORT: String(mailInPort),
  }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let smtpUrl = ''
  const url = await new Promise<string>((done, fail) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      smtpUrl = /^sandbox takes mail at (\S+)/.exec(line)?.[1] ?? smtpUrl
      const ready = /^sandbox ready (\S+)/.exec(line)?.[1]
      if (ready !== undefined) done(ready)
    })
    child.once('exit', (code) => fail(new Error(`the sandbox ended with ${code}`)))
  })
  const json = async (path: string, init?: RequestInit): Promise<unknown> => {
    const response = await fetch(`${url}/control/${path}`, init)
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return response.json()
  }
  return {
    url,
    smtpUrl,
    secret,
    postControl: (path, body) =>
      json(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    getStatement: async () => {
      const { rows } = (await json('statement')) as { rows: SandboxStatementRow[] }
      return rows
    },
    listPayouts: async () => ((await json('payouts')) as { payouts: SandboxPayout[] }).payouts,
    listMails: async (to) => {
      const { mails } = (await json(`mails?to=${encodeURIComponent(to)}`)) as { mails: ReceivedMail[] }
      return mails
    },
    stop: async () => {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
