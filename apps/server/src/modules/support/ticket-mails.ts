import { formatTicketNumber } from '@tradefront/rules/support/references'
import { markQuotedText } from '@tradefront/rules/support/quoted-text'
import { translate } from '@tradefront/texts/translate'

import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/database/database.ts'
import { toOfferedLocale } from '../../platform/http/locale.ts'
import { formatMailTime, sendMail } from '../mail/service.ts'
import { findUserById } from '../users/service.ts'
import { createReplyAddress } from './reply-address.ts'

/** A post as plain text. */
type MailedPost = {
  readonly ticketId: string
  readonly userId: number
  readonly subject: string
  readonly content: string
  readonly files: number
  readonly at: Date
}

// Mails about posts are stored in the transaction of the post.

/** Mails a post to the trader, unless they have stopped such mails. */
export async function mailAnswer(
  context: AppContext,
  { ticketId, userId, subject, content, files }: MailedPost,
  trx: Db,
): Promise<void> {
  const user = await findUserById(trx, userId)
  if (user === null) return
  const locale = toOfferedLocale(user.language)
  const replyTo = createReplyAddress(context, { ticketId, author: 'trader', mailbox: user.email })
  const number = formatTicketNumber(ticketId)
  await sendMail(
    context,
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
      link:
        context.config.publicUrl === ''
          ? undefined
          : `${context.config.publicUrl}/${locale}/trading#/show/support/${ticketId}`,
      replyTo,
      subscription: { userId, topic: 'tickets' },
    },
    trx,
  )
}

/** Mails a post to support, whose answer by mail reaches the trader. */
export async function mailQuestion(
  context: AppContext,
  { ticketId, userId, subject, content, files, at }: MailedPost,
  trx: Db,
): Promise<void> {
  const user = await findUserById(trx, userId)
  const to = await context.settings.getSetting('support_email')
  const locale = toOfferedLocale(user?.language ?? '')
  const replyTo = createReplyAddress(context, { ticketId, author: 'support', mailbox: to })
  await sendMail(
    context,
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
}
