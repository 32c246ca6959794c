import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { FastifyReply, FastifyRequest } from 'fastify'

/** Low, because pages are compressed for every request. */
const brotliQuality = 4
const gzipLevel = 5

export async function sendCompressed(
  text: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  void reply.header('vary', 'accept-encoding')
  const acceptedEncodings = parseAcceptEncoding(String(request.headers['accept-encoding'] ?? ''))
  if (acceptedEncodings.has('br')) {
    const compressed = await promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality },
    })
    return reply.header('content-encoding', 'br').send(compressed)
  }
  if (acceptedEncodings.has('gzip')) {
    return reply.header('content-encoding', 'gzip').send(await promisify(gzip)(text, { level: gzipLevel }))
  }
  return reply.send(text)
}

/** Parses in linear time, because anyone can send 16 KB of it. */
export function parseAcceptEncoding(header: string): ReadonlySet<string> {
  const accepted = new Set<string>()
  for (const part of header.split(',')) {
    const [name = '', weight = ''] = part.split(';', 2).map((text) => text.trim())
    if (!/^q=0(?:\.0*)?$/.test(weight)) accepted.add(name)
  }
  return accepted
}
