import type { FastifyReply, FastifyRequest } from 'fastify'

const deviceCookieSeconds = 180 * 24 * 3600

export function createDeviceCookie(secure: boolean) {
  const name = secure ? '__Host-device' : 'device'
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    readDeviceCookie: (request: FastifyRequest) => request.cookies[name],
    setDeviceCookie: (reply: FastifyReply, value: string) =>
      reply.setCookie(name, value, { ...cookie, maxAge: deviceCookieSeconds }),
    clearDeviceCookie: (reply: FastifyReply) => reply.clearCookie(name, cookie),
  }
}
