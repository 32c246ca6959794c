import type { Seal } from '../../platform/crypto/seal.ts'

export type TicketSeal = ReturnType<typeof createTicketSeal>

/** Encrypts what traders write to support, because it can be private. */
export function createTicketSeal(seal: Seal) {
  const openOr = (fallback: string, sealed: Buffer, context: string): string => {
    try {
      return seal.openText(sealed, context)
    } catch {
      return fallback
    }
  }
  return {
    sealSubject: (ticketId: string, subject: string) => seal.sealText(subject, toSubjectContext(ticketId)),
    sealPost: (postId: string, content: string) => seal.sealText(content, toPostContext(postId)),
    /** With another SECRET_KEY they cannot be read. */
    openSubject: ({ id, sealedSubject }: { readonly id: string; readonly sealedSubject: Buffer }) =>
      openOr('…', sealedSubject, toSubjectContext(id)),
    openPost: ({ id, sealed }: { readonly id: string; readonly sealed: Buffer }) =>
      openOr('…', sealed, toPostContext(id)),
    computeContentHash: (content: unknown) => seal.computeHash(JSON.stringify(content), 'ticket.content'),
    computeMessageHash: (messageId: string) => seal.computeHash(messageId, 'ticket.message'),
  }
}

export function toSubjectContext(ticketId: string): string {
  return `ticket:${ticketId}`
}

export function toPostContext(postId: string): string {
  return `ticket-post:${postId}`
}
