import { allCalls } from '@tradefront/contract/all-calls'

/** Every call that needs somebody to be logged in, but the socket, which is no request. */
export const authenticatedCalls = allCalls.filter(({ access, kind }) => access === 'client' && kind !== 'socket')
