import type { Transporter } from 'nodemailer'

export type OutgoingMail = {
  /** Sent as the Message-ID, which identifies duplicates. */
  readonly id: string
  readonly to: string
  readonly replyTo?: string
  /** Address to which a mail program sends a POST to stop such mails (RFC 8058). */
  readonly stopUrl?: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/**
 * `deferred`: not accepted now. `unavailable`: the server accepts no mail at all. `rejected`: final. `reason` never contains an address.
 */
export type DeliveryResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'deferred' | 'unavailable' | 'rejected'; readonly reason: string }

export type MailGateway = {
  readonly sendMail: (mail: OutgoingMail) => Promise<DeliveryResult>
  /** Connects and logs in, and sends nothing. Returns the reason of a failure, without an address, or null. */
  readonly verify: () => Promise<string | null>
  readonly close: () => Promise<void>
}

export type MailGatewayOptions = {
  /** E.g. `smtps://user:password@mail.example`. */
  readonly smtpUrl: string
  /** If true, nothing is sent to a server without STARTTLS or with a false certificate. */
  readonly requiresTls?: boolean
  /** E.g. `Tradefront <no-reply@trade.example>`. */
  readonly from: string
  readonly timeoutMs?: number
}

export function createMailGateway(options: MailGatewayOptions): MailGateway {
  const { smtpUrl, requiresTls = false, from, timeoutMs = 10_000 } = options
  let transporter: Promise<Transporter> | null = null
  const createPooledTransport = async (): Promise<Transporter> => {
    // Loaded on demand, to keep the start fast.
    const { createTransport } = await import('nodemailer')
    return createTransport({
      ...parseSmtpUrl(smtpUrl),
      requireTLS: requiresTls,
      pool: true,
      maxConnections: 2,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  const host = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'tradefront.example'
  return {
    sendMail: async ({ id, to, replyTo, stopUrl, subject, text, html }) => {
      try {
        transporter ??= createPooledTransport()
        const transport = await transporter
        const headers: Record<string, string> = { 'auto-submitted': 'auto-generated' }
        if (stopUrl !== undefined) {
          headers['list-unsubscribe'] = `<${stopUrl}>`
          headers['list-unsubscribe-post'] = 'List-Unsubscribe=One-Click'
        }
        await transport.sendMail({
          messageId: `<${id}@${host}>`,
          from,
          // An object is never parsed as a list.
          to: { name: '', address: to },
          replyTo: replyTo === undefined ? undefined : { name: '', address: replyTo },
          subject,
          text,
          html,
          headers,
        })
        return { kind: 'sent' }
      } catch (error) {
        return toFailedDelivery(error)
      }
    },
    verify: async () => {
      try {
        transporter ??= createPooledTransport()
        await (await transporter).verify()
        return null
      } catch (error) {
        return describeFailure(error)
      }
    },
    close: async () => (await transporter)?.close(),
  }
}

/** Reads the URL here: with the option `url`, nodemailer would ignore all others. */
function parseSmtpUrl(smtpUrl: string) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    secure: protocol === 'smtps:',
    port: port === '' ? undefined : Number(port),
    auth: username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
  }
}

/** Decides what an error concerns. A refused recipient or message concerns this mail; other errors concern the server. */
function toFailedDelivery(error: unknown): DeliveryResult {
  const code = readProperty(error, 'code')
  const status = readProperty(error, 'responseCode')
  const reason = describeFailure(error)
  const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (!isAboutMail || status === 421) return { kind: 'unavailable', reason }
  return { kind: typeof status === 'number' && status < 500 ? 'deferred' : 'rejected', reason }
}

function describeFailure(error: unknown): string {
  const parts = [readProperty(error, 'code'), readProperty(error, 'responseCode')]
  return parts.filter((part) => part !== undefined).join(' ') || 'unknown'
}

function readProperty(error: unknown, name: string): unknown {
  if (typeof error !== 'object' || error === null) return undefined
  return Object.entries(error).find(([key]) => key === name)?.[1]
}
