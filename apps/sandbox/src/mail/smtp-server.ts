import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

import { SMTPServer } from 'smtp-server'

import type { Faults } from '../control/faults.ts'
import type { Mailbox } from './mailbox.ts'
import type { SupportAgent } from './support-agent.ts'

/** An SMTP server that accepts all mail unless a fault applies. */
export type SmtpServer = {
  /** Starts listening. Returns its address, e.g. `smtp://127.0.0.1:3101`. */
  readonly listen: (host: string, port: number) => Promise<string>
  readonly close: () => Promise<void>
}

const maxBytes = 2 * 1024 * 1024
const maxClients = 100
const idleMs = 30_000

export function createSmtpServer({
  mailbox,
  faults,
  supportAgent,
}: {
  mailbox: Mailbox
  faults: Faults
  supportAgent: SupportAgent
}): SmtpServer {
  const server = new SMTPServer({
    banner: 'Tradefront sandbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: maxBytes,
    maxClients,
    socketTimeout: idleMs,
    closeTimeout: 500,
    onData: (stream, session, done) => {
      const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
      const to = session.envelope.rcptTo.map(({ address }) => address)
      receiveMail(stream, from, to).then(
        (result) => {
          if (result !== 'silence') done(result)
        },
        () => done(toSmtpError(451, 'The message could not be read')),
      )
    },
  })
  // A client that disconnects is not an error.
  server.on('error', () => undefined)
  let listening = false

  const receiveMail = async (
    stream: Readable,
    from: string,
    to: readonly string[],
  ): Promise<Error | null | 'silence'> => {
    const raw = await readMessage(stream)
    if (raw === null) return toSmtpError(552, 'The message is too large')
    const matchedFaults = faults.matchRules('mail', 'mail', to[0]?.toLowerCase() ?? '')
    for (const { act, ms } of matchedFaults) {
      if (act === 'delay') await sleep(ms)
      if (act === 'timeout') return 'silence'
      if (act === 'error') return toSmtpError(451, 'Try again later')
      if (act === 'reset') return toSmtpError(421, 'Closing')
      if (act === 'refused') return toSmtpError(550, 'There is no such mailbox')
    }
    supportAgent.handleMail(await mailbox.storeMail(raw, from, to))
    if (matchedFaults.some(({ act }) => act === 'lost')) return 'silence'
    return matchedFaults.some(({ act }) => act === 'error_after') ? toSmtpError(451, 'Try again later') : null
  }

  return {
    listen: async (host, port) => {
      const net = server.listen(port, host)
      await once(net, 'listening')
      listening = true
      const address = net.address()
      const own = typeof address === 'object' && address !== null ? address.port : port
      return `smtp://${host.includes(':') ? `[${host}]` : host}:${own}`
    },
    close: async () => {
      if (listening) await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

/** Reads a message to its end. Returns null if it is too large. */
async function readMessage(stream: Readable): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of stream) {
    if (!Buffer.isBuffer(part)) continue
    bytes += part.length
    if (bytes <= maxBytes) parts.push(part)
  }
  return bytes <= maxBytes ? Buffer.concat(parts) : null
}

function toSmtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
