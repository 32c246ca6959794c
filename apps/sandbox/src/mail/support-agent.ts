import { randomUUID } from 'node:crypto'

import type { Locale } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'

import type { SandboxClock } from '../platform/clock.ts'
import type { MailSender, SentMail } from './mail-sender.ts'
import type { StoredMail } from './mailbox.ts'

type SupportAgentDeps = { readonly clock: SandboxClock; readonly sender: MailSender; readonly waitScale: number }

/** Answers questions of tickets by mail, as a person of support would. */
export type SupportAgent = { readonly handleMail: (mail: StoredMail) => void }

const answerMs = 4000
const slowMs = 60_000

/** Matches the reply address of a mail to support, which the server signs. */
const supportAddress = /^[a-z0-9._-]+\+s[a-z2-7]{42}@/

/** A question with one of these words gets an answer of this kind. */
const agentWords = ['silent', 'slow', 'twice', 'attachment', 'hostile', 'away'] as const
type AgentWord = (typeof agentWords)[number]

export function createSupportAgent({ clock, sender, waitScale }: SupportAgentDeps): SupportAgent {
  return {
    handleMail: (mail) => {
      const to = mail.reply_to?.toLowerCase() ?? ''
      if (!supportAddress.test(to)) return
      const question = mail.text.toLowerCase()
      const has = (word: AgentWord) => new RegExp(`\\b${word}\\b`).test(question)
      if (has('silent')) return
      const answer = composeAnswer(mail, to, has)
      const delayMs = has('slow') ? slowMs : answerMs
      clock.schedule(`ticket:${mail.id}`, clock.now() + delayMs * waitScale, () => {
        void sendAnswer(answer, has('twice') ? 2 : 1)
      })
    },
  }

  async function sendAnswer(answer: SentMail, times: number): Promise<void> {
    for (let count = 0; count < times; count += 1) await sender.send(answer)
  }
}

function composeAnswer(mail: StoredMail, to: string, has: (word: AgentWord) => boolean): SentMail {
  // Questions are mailed in the language of the trader.
  const locale: Locale = /[а-яё]/i.test(`${mail.subject} ${mail.text}`) ? 'ru' : 'en'
  const answer = translate(locale, 'sandbox.ticket_answer')
  return {
    from: mail.to[0] ?? '',
    to,
    subject: `Re: ${mail.subject}`,
    text: `${has('hostile') ? `${hostileText}\n\n` : ''}${answer}\n\n> ${mail.text.replaceAll('\n', '\n> ')}`,
    messageId: `<${randomUUID()}@sandbox.example>`,
    inReplyTo: mail.message_id ?? undefined,
    ...(has('away') && { headers: { 'auto-submitted': 'auto-replied' } }),
    files: [
      ...(has('attachment') ? [{ filename: 'sample answer.pdf', content: createSamplePdf() }] : []),
      ...(has('hostile') ? [{ filename: 'invoice.pdf.exe', content: Buffer.from('MZ, not a picture') }] : []),
    ],
  }
}

/** This text must be shown as it is. */
const hostileText =
  '<img src=x onerror="alert(1)"><script>alert(1)</script> \u202Etxt.exe\u202C [click](javascript:alert(1)) {{constructor}}'

/** Creates a page that says that it is sample data. */
function createSamplePdf(): Buffer {
  const text = 'BT /F1 24 Tf 40 120 Td (Sample data: an answer of the sandbox) Tj ET'
  return Buffer.from(
    `%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n` +
      `3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 520 240] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>\nendobj\n` +
      `4 0 obj\n<< /Length ${text.length} >>\nstream\n${text}\nendstream\nendobj\n` +
      `5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj\n` +
      `trailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF\n`,
    'latin1',
  )
}
