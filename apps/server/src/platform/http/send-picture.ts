import type { FastifyReply } from 'fastify'

/** Sends an uploaded picture so that no browser runs it. @param name ends in `.jpg` or `.png`, and has no quotes */
export function sendPicture(reply: FastifyReply, image: Buffer, name: string): FastifyReply {
  return reply
    .header('content-type', name.endsWith('.png') ? 'image/png' : 'image/jpeg')
    .header('content-disposition', `inline; filename="${name}"`)
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .send(image)
}
