import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'

import type { SMTPServer, SMTPServerSession } from 'smtp-server'

import { parseMail } from './mail-parser.ts'
import type { ReceivedMail } from './read-mail.ts'

/** `ignored`: accepted and thrown away. `refused`: the sender gets the sentence. `later`: the sender's server tries again. */
export type MailOutcome =
  | { readonly kind: 'stored' | 'ignored' | 'later' }
  | { readonly kind: 'refused'; readonly sentence: string }

export type MailReceiverOptions = {
  /** Returns whether mail to this address is accepted at all. */
  readonly accepts: (recipient: string) => Promise<boolean>
  readonly receive: (recipient: string, mail: ReceivedMail) => Promise<MailOutcome>
  readonly onError: (error: unknown) => void
  readonly limits?: Partial<typeof defaultLimits>
}

const defaultLimits = {
  /** Enough for a file of 10 MB in base64 and a text. */
  bytes: 15 * 1024 * 1024,
  connections: 20,
  /** Mails that are received or handled at the same time; each can be in memory. */
  mails: 4,
  /** Time in which HELO or EHLO must come. */
  silentMs: 5000,
  idleMs: 30_000,
  connectionMs: 10 * 60_000,
  /** After this many wrong recipients, all others of the connection are refused. */
  wrongRecipients: 5,
}

export type MailReceiver = {
  /** Returns the port. */
  readonly listen: (host: string, port: number) => Promise<number>
  readonly close: () => Promise<void>
}

/** Receives mail by SMTP from the mail server of the domain, which forwards it. */
export function createMailReceiver(options: MailReceiverOptions): MailReceiver {
  const limits = { ...defaultLimits, ...options.limits }
  let server: SMTPServer | null = null
  let mailsInProgress = 0

  const takeMail = async (stream: Readable, { envelope }: SMTPServerSession): Promise<Error | null> => {
    const recipient = envelope.rcptTo[0]?.address ?? ''
    const raw = await readMessage(stream, limits.bytes)
    if (raw === null) return toSmtpError(552, 'The message is too large')
    // Reports about mails that could not be delivered have no sender.
    if (!envelope.mailFrom || envelope.mailFrom.address === '') return null
    const mail = await parseMail(raw)
    if (mail === null) return toSmtpError(554, 'The message cannot be read')
    const outcome = mail.isAutomatic ? ({ kind: 'ignored' } as const) : await options.receive(recipient, mail)
    if (outcome.kind === 'refused') return toSmtpError(550, outcome.sentence)
    return outcome.kind === 'later' ? toSmtpError(451, 'Please try again later') : null
  }

  return {
    listen: async (host, port) => {
      // Loaded on demand, because most servers do not need it.
      const { SMTPServer } = await import('smtp-server')
      const wrongRecipients = new WeakMap<SMTPServerSession, number>()
      const sessions = new Map<string, SMTPServerSession>()
      const hasGreeted = (socket: Socket): boolean => {
        const session = sessions.get(buildPeerName(socket.remoteAddress, socket.remotePort))
        return typeof session?.hostNameAppearsAs === 'string'
      }
      server = new SMTPServer({
        banner: 'Tradefront',
        disabledCommands: ['AUTH', 'STARTTLS'],
        disableReverseLookup: true,
        logger: false,
        size: limits.bytes,
        maxClients: limits.connections,
        socketTimeout: limits.idleMs,
        closeTimeout: 1000,
        onConnect: (session, done) => {
          sessions.set(buildPeerName(session.remoteAddress, session.remotePort), session)
          done()
        },
        onClose: (session) => void sessions.delete(buildPeerName(session.remoteAddress, session.remotePort)),
        onRcptTo: ({ address }, session, done) => {
          if (session.envelope.rcptTo.length > 0) return done(toSmtpError(452, 'One recipient at a time'))
          const wrong = wrongRecipients.get(session) ?? 0
          if (wrong >= limits.wrongRecipients) return done(toSmtpError(421, 'Too many wrong recipients'))
          options.accepts(address).then(
            (isAccepted) => {
              if (!isAccepted) wrongRecipients.set(session, wrong + 1)
              done(isAccepted ? null : toSmtpError(550, 'There is no such mailbox'))
            },
            (error: unknown) => {
              options.onError(error)
              done(toSmtpError(451, 'Please try again later'))
            },
          )
        },
        onData: (stream, session, done) => {
          if (mailsInProgress >= limits.mails) {
            stream.resume().once('end', () => done(toSmtpError(451, 'Too busy, please try again later')))
            return
          }
          mailsInProgress += 1
          takeMail(stream, session)
            .catch((error: unknown) => {
              options.onError(error)
              return toSmtpError(451, 'Please try again later')
            })
            .then((error) => done(error))
            .finally(() => {
              mailsInProgress -= 1
            })
            .catch(options.onError)
        },
      })
      // A client that disconnects is not an error.
      server.on('error', () => undefined)
      const net = server.server
      net.on('connection', (socket) => {
        const silentTimer = setTimeout(() => {
          if (!hasGreeted(socket)) socket.destroy()
        }, limits.silentMs)
        const timer = setTimeout(() => socket.destroy(), limits.connectionMs)
        socket.once('close', () => {
          clearTimeout(silentTimer)
          clearTimeout(timer)
        })
      })
      const listening = Promise.race([
        once(net, 'listening'),
        once(net, 'error').then(([error]) =>
          Promise.reject(error instanceof Error ? error : new Error('not listening')),
        ),
      ])
      server.listen(port, host)
      await listening
      const address = net.address()
      return typeof address === 'object' && address !== null ? address.port : port
    },
    close: async () => {
      const current = server
      server = null
      if (current?.server.listening) await new Promise<void>((closed) => current.close(() => closed()))
    },
  }
}

/** Returns null for a mail that is too large; its stream is read to the end anyway. */
async function readMessage(stream: Readable, maxBytes: number): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of stream) {
    if (!Buffer.isBuffer(part)) continue
    bytes += part.length
    if (bytes <= maxBytes) parts.push(part)
  }
  return bytes <= maxBytes ? Buffer.concat(parts) : null
}

/** Writes an IPv4 address as one: servers that listen to both kinds get it as IPv6. */
function buildPeerName(address = '', port = 0): string {
  return `${address.replace(/^::ffff:/, '')} ${port}`
}

function toSmtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}
