import type { FastifyReply } from 'fastify'

/** An uploaded picture, never run by the browser. @param name ends in `.jpg` or `.png`, and has no quotes */
export function sendPicture(reply: FastifyReply, image: Buffer, name: string): FastifyReply {
  return reply
    .header('content-type', name.endsWith('.png') ? 'image/png' : 'image/jpeg')
    .header('content-disposition', `inline; filename="${name}"`)
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .send(image)
}
