import { expect, test } from 'vitest'

import { getStatusAfterPost, ticketStatuses, ticketStatusIds, toTicketStatus } from './ticket-status.ts'

test('Open is 1, and each status is found by its number', () => {
  expect(ticketStatusIds).toEqual({ open: 1, answered: 2, waiting: 3, closed: 4 })
  expect(ticketStatuses.map((status) => toTicketStatus(ticketStatusIds[status]))).toEqual(ticketStatuses)
  expect(toTicketStatus(5)).toBe(undefined)
})

test.each([
  [{ author: 'trader' }, 'open'],
  [{ author: 'support', isQuestion: false }, 'answered'],
  [{ author: 'support', isQuestion: true }, 'waiting'],
] as const)('after %j the ticket is %s', (post, status) => {
  expect(toTicketStatus(getStatusAfterPost(post))).toBe(status)
})
