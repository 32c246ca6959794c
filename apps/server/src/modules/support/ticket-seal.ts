import type { AppContext } from '../../context.ts'

// What traders write to support is encrypted, because it can be private.

export function sealSubject({ seal }: AppContext, ticketId: string, subject: string) {
  return seal.sealText(subject, toSubjectContext(ticketId))
}

export function sealPost({ seal }: AppContext, postId: string, content: string) {
  return seal.sealText(content, toPostContext(postId))
}

/** Opens a subject. With another SECRET_KEY it cannot be read. */
export function openSubject(
  context: AppContext,
  { id, sealedSubject }: { readonly id: string; readonly sealedSubject: Buffer },
) {
  return openOr(context, '…', sealedSubject, toSubjectContext(id))
}

export function openPost(context: AppContext, { id, sealed }: { readonly id: string; readonly sealed: Buffer }) {
  return openOr(context, '…', sealed, toPostContext(id))
}

export function computeContentHash({ seal }: AppContext, content: unknown) {
  return seal.computeHash(JSON.stringify(content), 'ticket.content')
}

export function computeMessageHash({ seal }: AppContext, messageId: string) {
  return seal.computeHash(messageId, 'ticket.message')
}

function openOr({ seal }: AppContext, fallback: string, sealed: Buffer, sealContext: string): string {
  try {
    return seal.openText(sealed, sealContext)
  } catch {
    return fallback
  }
}

export function toSubjectContext(ticketId: string): string {
  return `ticket:${ticketId}`
}

export function toPostContext(postId: string): string {
  return `ticket-post:${postId}`
}
