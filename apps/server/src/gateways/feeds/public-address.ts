import { isIP } from 'node:net'

import ipaddr from 'ipaddr.js'

/** Returns false for addresses of this machine, of private networks and of clouds' metadata, and for text that is no address. */
export function isPublicAddress(address: string): boolean {
  return isIP(address) !== 0 && ipaddr.process(address).range() === 'unicast'
}

/** Returns false for a host that is written as a number and is not public. Names are checked when they are resolved. */
export function isAllowedHost(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) === 0 || isPublicAddress(address)
}
