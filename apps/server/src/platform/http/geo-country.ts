import type { FastifyRequest } from 'fastify'

/** Where a request comes from, as the header of a trusted proxy tells it (ISO country); null where nothing says. */
export type CountryDetector = (request: FastifyRequest) => string | null

/** `header`: the setting COUNTRY_HEADER in lower case, or undefined without such a proxy. */
export function createCountryDetector(header: string | undefined): CountryDetector {
  return (request) => {
    const value = header === undefined ? undefined : request.headers[header]
    // XX and T1 are what proxies write for "unknown" and Tor.
    return typeof value === 'string' && /^[A-Z]{2}$/.test(value) && value !== 'XX' ? value : null
  }
}

/** Where nothing says otherwise (spec: funding 2). */
export const defaultCountry = 'FR'
