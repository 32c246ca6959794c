import type { FastifyInstance } from 'fastify'

import { AppError } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body as it came, byte for byte: what a signature is made over. */
    rawBody: string | undefined
  }
}

/** Deeper than any call of ours; what walks a value recursively (JSON.stringify, the database driver) stays safe. */
const maxDepth = 32

/**
 * Reads JSON bodies. An empty body is no body. Broken JSON, nesting deeper than 32 and the keys `__proto__` and
 * `constructor.prototype` are malformed input.
 */
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

/** Whether brackets are nested deeper than allowed. Counts without parsing, so that depth costs no stack. */
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
