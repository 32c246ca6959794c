/** `status_id` of a ticket (spec: account 3, 1 is Open). `waiting`: support has asked the trader something. */
export const ticketStatusIds = { open: 1, answered: 2, waiting: 3, closed: 4 } as const

export type TicketStatus = keyof typeof ticketStatusIds
export type TicketStatusId = (typeof ticketStatusIds)[TicketStatus]

export const ticketStatuses = ['open', 'answered', 'waiting', 'closed'] as const satisfies readonly TicketStatus[]

export function toTicketStatus(id: number): TicketStatus | undefined {
  return ticketStatuses.find((status) => ticketStatusIds[status] === id)
}

type Post = { readonly author: 'trader' } | { readonly author: 'support'; readonly isQuestion: boolean }

/** Returns the status after a post. A post of the trader opens the ticket, whatever its status was (spec: account 4). */
export function getStatusAfterPost(post: Post): Exclude<TicketStatusId, 4> {
  if (post.author === 'trader') return ticketStatusIds.open
  return post.isQuestion ? ticketStatusIds.waiting : ticketStatusIds.answered
}
