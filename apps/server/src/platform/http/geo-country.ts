import type { FastifyRequest } from 'fastify'

export type CountryDetector = (request: FastifyRequest) => string | null

/** Creates a detector of countries. @param header in lower case; read only from a trusted proxy */
export function createCountryDetector(header: string | undefined): CountryDetector {
  return (request) => {
    // Without a trusted proxy there is only the sender's own address.
    const isFromProxy = (request.ips?.length ?? 0) > 1
    const value = header === undefined || !isFromProxy ? undefined : request.headers[header]
    // Proxies send XX for "unknown" and T1 for Tor.
    return typeof value === 'string' && /^[A-Z]{2}$/.test(value) && value !== 'XX' ? value : null
  }
}

/** Country of users whose country is not known (spec: funding 2). */
export const defaultCountry = 'FR'
