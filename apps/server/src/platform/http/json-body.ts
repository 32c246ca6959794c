import type { FastifyInstance } from 'fastify'

import { AppError } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as received, for checking a signature. */
    rawBody: string | undefined
  }
}

/** JSON has at most this many levels, so that recursive code is safe, e.g. JSON.stringify and the database driver. */
const maxDepth = 32

/** Parses JSON. It rejects invalid or too deep JSON, `__proto__` and `constructor.prototype`. An empty body is undefined. */
export function registerJsonBodyParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.decorateRequest('rawBody', undefined)
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = typeof body === 'string' ? body : body.toString('utf8')
    request.rawBody = text
    if (text.trim() === '') return done(null, undefined)
    if (isTooDeep(text)) return done(new AppError('errors.malformed'))
    void parse(request, text, (error, value) => (error ? done(new AppError('errors.malformed')) : done(null, value)))
  })
}

/** Returns whether the nesting is too deep. Counts brackets, because parsing deep nesting could overflow the stack. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let inText = false
  for (let index = 0; index < text.length; index += 1) {
    const char = text.charCodeAt(index)
    if (char === 0x22) inText = !inText
    else if (char === 0x5c) index += inText ? 1 : 0
    else if (inText) continue
    else if (char === 0x7b || char === 0x5b) {
      depth += 1
      if (depth > maxDepth) return true
    } else if (char === 0x7d || char === 0x5d) depth -= 1
  }
  return false
}
