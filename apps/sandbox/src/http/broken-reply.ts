import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sends no reply; the caller's time-out ends the connection. */
export function leaveUnanswered(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack()
  request.raw.socket.setTimeout(120_000, () => request.raw.socket.destroy())
}

export function resetConnection(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.socket?.resetAndDestroy()
}
