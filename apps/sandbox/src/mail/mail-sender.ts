import { createTransport } from 'nodemailer'

export type SentMail = {
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Id of the mail. A mail that is sent again has the same one. */
  readonly messageId: string
  readonly inReplyTo?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly files?: readonly { readonly filename: string; readonly content: Buffer }[]
}

/** Sends mails to the server's mail port, as the mail server of their domain would. */
export type MailSender = {
  /** Sends a mail. Returns the server's refusal, or null. */
  readonly send: (mail: SentMail) => Promise<string | null>
}

const timeoutMs = 120_000

export function createMailSender(host: string, port: number): MailSender {
  return {
    send: async ({ files = [], headers = {}, from, to, ...mail }) => {
      // The name is set, because a machine without a name cannot introduce itself.
      const transport = createTransport({
        host,
        port,
        secure: false,
        ignoreTLS: true,
        name: 'sandbox.example',
        connectionTimeout: 5000,
        socketTimeout: timeoutMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      try {
        await transport.sendMail({
          ...mail,
          from: { name: '', address: from },
          to: { name: '', address: to },
          headers: { ...headers },
          attachments: files.map(({ filename, content }) => ({ filename, content })),
        })
        return null
      } catch (error) {
        return error instanceof Error ? error.message : 'not sent'
      } finally {
        transport.close()
      }
    },
  }
}
