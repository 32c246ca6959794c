import { affiliateIdPattern } from '@tradefront/contract/operator-actions'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Name of the query parameter of links by affiliates. */
const parameter = 'aff'
const rememberedSeconds = 30 * 24 * 3600

/** Cookie that remembers the affiliate of the latest link. */
export function createAffiliateCookie(secure: boolean) {
  const name = secure ? '__Host-aff' : 'aff'
  return {
    readAffiliateId: (request: FastifyRequest): string | null => toAffiliateId(request.cookies[name]),
    rememberAffiliate: (request: FastifyRequest, reply: FastifyReply): void => {
      const query: unknown = request.query
      const linked = typeof query === 'object' && query !== null ? Reflect.get(query, parameter) : undefined
      const id = toAffiliateId(linked)
      if (id === null) return
      void reply.setCookie(name, id, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: rememberedSeconds })
    },
  }
}

export function toAffiliateId(text: unknown): string | null {
  return typeof text === 'string' && affiliateIdPattern.test(text) ? text : null
}
