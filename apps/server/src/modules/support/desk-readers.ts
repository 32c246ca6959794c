import type { TicketContent } from '@tradefront/contract/desk-support'

import type { AppContext, SealedReaders } from '../../context.ts'
import { createServerReaderKey } from '../operators/service.ts'
import { findSentById } from './attachment-store.ts'
import { readAttachmentPages } from './attachments.ts'
import { findTicketForDesk } from './desk.ts'
import { listTicketsByIds } from './desk-store.ts'
import { openSubject } from './ticket-seal.ts'

const toParts = (content: unknown) => [Buffer.from(JSON.stringify(content))]

/** Handlers that unseal tickets for operators at the desk. */
export const supportReaders: SealedReaders = {
  ticket_file: async (context, [id = '']) => {
    const file = await findSentById(context.db, id)
    return file && readAttachmentPages(context, file)
  },
  ticket_posts: async (context, [id = '']) => {
    const content = await readTicketContent(context, id)
    return content && toParts(content)
  },
  ticket_subjects: async (context, ids) => {
    const tickets = await listTicketsByIds(context.db, ids)
    return toParts(Object.fromEntries(tickets.map((ticket) => [ticket.id, openSubject(context, ticket)])))
  },
}

async function readTicketContent(context: AppContext, id: string): Promise<TicketContent | null> {
  const found = await findTicketForDesk(context, id)
  if (found === null) return null
  const { publicKey } = await createServerReaderKey(context)
  return {
    subject: found.ticket.subject,
    serverKey: Buffer.from(publicKey).toString('base64url'),
    posts: found.posts.map((post) => ({
      id: post.id,
      author: post.author,
      isMail: post.via === 'mail',
      operator: post.operator,
      text: post.content,
      refusedFiles: post.refusedFiles,
      files: post.files.map(({ id: fileId, title, pages }) => ({ id: fileId, title, pages })),
      createdAtMs: post.createdAt.getTime(),
    })),
  }
}
