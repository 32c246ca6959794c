/** Things that a ticket can be about. The server checks that they are the trader's. */
export const ticketReferenceKinds = ['deposit', 'trade', 'withdrawal'] as const

/** Returns a number that is short enough to read out. */
export function formatTicketNumber(ticketId: string): string {
  return ticketId.slice(-8).toUpperCase()
}
