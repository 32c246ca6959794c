import type { Transporter } from 'nodemailer'

/** A mail as it goes out. */
export type OutgoingMail = {
  /** Makes the Message-ID: a mail that was sent twice is known by it. */
  readonly id: string
  readonly to: string
  readonly replyTo?: string | undefined
  readonly subject: string
  readonly text: string
  readonly html: string
}

/**
 * How a try ended. `later`: this mail was not taken now. `down`: the mail server cannot be used at all, so the others may
 * wait too. `never`: it was refused for good. `why` is a code, never an address.
 */
export type DeliveryResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'later' | 'down' | 'never'; readonly reason: string }

export type MailGateway = {
  readonly sendMail: (mail: OutgoingMail) => Promise<DeliveryResult>
  readonly close: () => Promise<void>
}

export type MailGatewayOptions = {
  /** Such as `smtps://user:password@mail.example`. */
  readonly smtpUrl: string
  /** Such as `Tradefront <no-reply@trade.example>`. */
  readonly from: string
  readonly timeoutMs?: number
}

/** Sends by SMTP over a few kept connections. Encrypts where the mail server offers it. */
export function createMailGateway({ smtpUrl, from, timeoutMs = 10_000 }: MailGatewayOptions): MailGateway {
  let transporter: Promise<Transporter> | null = null
  const createPooledTransport = async (): Promise<Transporter> => {
    // Loaded with the first mail: no start has to wait for it.
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: 2,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // Nothing in a mail of ours is read from a file or fetched.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  const host = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'tradefront.example'
  return {
    sendMail: async ({ id, to, replyTo, subject, text, html }) => {
      try {
        transporter ??= createPooledTransport()
        const transport = await transporter
        await transport.sendMail({
          messageId: `<${id}@${host}>`,
          from,
          // As an object: the address is never parsed as a list.
          to: { name: '', address: to },
          ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
          subject,
          text,
          html,
          headers: { 'auto-submitted': 'auto-generated' },
        })
        return { kind: 'sent' }
      } catch (error) {
        return toFailedDelivery(error)
      }
    },
    close: async () => (await transporter)?.close(),
  }
}

/** A refusal of the recipient or the message is this mail's; anything else is the server's. */
function toFailedDelivery(error: unknown): DeliveryResult {
  const code = readProperty(error, 'code')
  const status = readProperty(error, 'responseCode')
  const reason = [code, status].filter((part) => part !== undefined).join(' ') || 'unknown'
  const isRejected = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (!isRejected || status === 421) return { kind: 'down', reason }
  return { kind: typeof status === 'number' && status < 500 ? 'later' : 'never', reason }
}

function readProperty(error: unknown, name: string): unknown {
  if (typeof error !== 'object' || error === null) return undefined
  return Object.entries(error).find(([key]) => key === name)?.[1]
}
