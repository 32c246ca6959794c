import type { TicketStatusId } from '@tradefront/rules/support/ticket-status'

export type PostAuthor = 'trader' | 'support'

/** Anything that a ticket can be about. */
export type TicketSubjectReference = { readonly kind: string; readonly id: string }

/** `sealedSubject` is opened by `createTicketSeal`. */
export type TicketRow = {
  readonly id: string
  readonly userId: number
  readonly sealedSubject: Buffer
  readonly department: number
  readonly priority: number
  readonly statusId: TicketStatusId
  readonly referenceKind: string | null
  readonly referenceId: string | null
  readonly createdAt: Date
  readonly changedAt: Date
  readonly waitingSince: Date | null
  readonly isUnread: boolean
}

export type PostRow = {
  readonly id: string
  readonly author: PostAuthor
  readonly via: 'site' | 'mail' | 'operator'
  readonly operator: string | null
  readonly sealed: Buffer
  readonly refusedFiles: number
  readonly createdAt: Date
}

export type NewPost = {
  readonly id: string
  readonly ticketId: string
  readonly userId: number
  readonly author: PostAuthor
  readonly via: PostRow['via']
  readonly operator: string | null
  readonly sealed: Buffer
  readonly contentHash: Buffer
  readonly messageHash: Buffer | null
  readonly statusAfter: 1 | 2 | 3
  readonly refusedFiles: number
  readonly at: Date
}
