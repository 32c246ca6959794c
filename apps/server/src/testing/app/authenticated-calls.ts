import { allCalls } from '@tradefront/contract/all-calls'

/** All calls that need a session, except the WebSocket. */
export const authenticatedCalls = allCalls.filter(({ access, kind }) => access === 'client' && kind !== 'socket')
