import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

import { SMTPServer } from 'smtp-server'

import type { Faults } from './faults.ts'
import type { Mailbox } from './mailbox.ts'

/** The mail server that takes everything, unless a fault strikes (`on: mail`, `ref`: the address it goes to). */
export type Smtp = {
  /** Listens and gives the address, such as `smtp://127.0.0.1:3101`. */
  readonly listen: (host: string, port: number) => Promise<string>
  readonly close: () => Promise<void>
}

const maxBytes = 2 * 1024 * 1024
const maxClients = 100
const idleMs = 30_000

export function createSmtp({ mailbox, faults }: { mailbox: Mailbox; faults: Faults }): Smtp {
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
      take(stream, from, to).then(
        (refusal) => {
          if (refusal !== 'silence') done(refusal)
        },
        () => done(answer(451, 'The message could not be read')),
      )
    },
  })
  // A client that is gone is no fault of ours.
  server.on('error', () => undefined)
  let listening = false

  const take = async (stream: Readable, from: string, to: readonly string[]): Promise<Error | null | 'silence'> => {
    const raw = await readAll(stream)
    if (raw === null) return answer(552, 'The message is too large')
    const struck = faults.strike('mail', 'mail', to[0]?.toLowerCase() ?? '')
    for (const { act, ms } of struck) {
      if (act === 'delay') await sleep(ms)
      if (act === 'timeout') return 'silence'
      if (act === 'error') return answer(451, 'Try again later')
      if (act === 'reset') return answer(421, 'Closing')
      if (act === 'refused') return answer(550, 'There is no such mailbox')
    }
    await mailbox.accept(raw, from, to)
    if (struck.some(({ act }) => act === 'lost')) return 'silence'
    return struck.some(({ act }) => act === 'error_after') ? answer(451, 'Try again later') : null
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

/** Null for more than may be. It is read to its end all the same, as the protocol wants. */
async function readAll(stream: Readable): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of stream) {
    if (!Buffer.isBuffer(part)) continue
    bytes += part.length
    if (bytes <= maxBytes) parts.push(part)
  }
  return bytes <= maxBytes ? Buffer.concat(parts) : null
}

function answer(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode })
}
