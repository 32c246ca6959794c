import { formatTicketNumber } from '@tradefront/rules/support/references'
import { markQuotedText } from '@tradefront/rules/support/quoted-text'
import { translate } from '@tradefront/texts/translate'

import type { Db } from '../../platform/database/database.ts'
import { toLocale } from '../../platform/http/locale.ts'
import { formatMailTime, type MailService } from '../mail/service.ts'
import { findUserById } from '../users/service.ts'
import type { ReplyAddresses } from './reply-address.ts'

type TicketMailsDeps = {
  readonly mail: Pick<MailService, 'send'>
  readonly addresses: ReplyAddresses
  readonly getSupportEmail: () => Promise<string>
  /** Empty: mails have no links. */
  readonly publicUrl: string
}

/** Plain text. */
type MailedPost = {
  readonly ticketId: string
  readonly userId: number
  readonly subject: string
  readonly content: string
  readonly files: number
  readonly at: Date
}

export type TicketMails = ReturnType<typeof createTicketMails>

/** Mails about posts, stored in the transaction of the post. */
export function createTicketMails({ mail, addresses, getSupportEmail, publicUrl }: TicketMailsDeps) {
  return {
    /** To the trader, unless they have stopped such mails. */
    sendAnswer: async ({ ticketId, userId, subject, content, files }: MailedPost, trx: Db): Promise<void> => {
      const user = await findUserById(trx, userId)
      if (user === null) return
      const locale = toLocale(user.language)
      const replyTo = addresses.create({ ticketId, author: 'trader', mailbox: user.email })
      const number = formatTicketNumber(ticketId)
      await mail.send(
        {
          to: user.email,
          template: replyTo === undefined ? 'ticket_answered' : 'ticket_answered_reply',
          locale,
          params: {
            marker: markQuotedText(translate(locale, 'mail.ticket_marker')),
            subject,
            number,
            content,
            files: files === 0 ? '' : `\n\n${translate(locale, 'mail.ticket_files', { count: files })}`,
          },
          link: publicUrl === '' ? undefined : `${publicUrl}/${locale}/trading#/show/support/${ticketId}`,
          replyTo,
          subscription: { userId, topic: 'tickets' },
        },
        trx,
      )
    },

    /** To support, whose answer by mail reaches the trader. */
    sendQuestion: async ({ ticketId, userId, subject, content, files, at }: MailedPost, trx: Db): Promise<void> => {
      const user = await findUserById(trx, userId)
      const to = await getSupportEmail()
      const locale = toLocale(user?.language ?? '')
      const replyTo = addresses.create({ ticketId, author: 'support', mailbox: to })
      await mail.send(
        {
          to,
          template: 'ticket_question',
          locale,
          params: {
            marker: replyTo === undefined ? '' : `${markQuotedText(translate(locale, 'mail.ticket_marker'))}\n\n`,
            subject,
            number: formatTicketNumber(ticketId),
            content,
            files: files === 0 ? '' : `\n\n${translate(locale, 'mail.ticket_files', { count: files })}`,
            account: userId,
            at: formatMailTime(at),
            ticket: ticketId,
          },
          replyTo,
        },
        trx,
      )
    },
  }
}
