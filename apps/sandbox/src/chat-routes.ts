import type { FastifyInstance } from 'fastify'
import * as z from 'zod'

import { readChatToken } from './chat-token.ts'
import { htmlPage } from './html.ts'
import { read, Refusal } from './refusal.ts'
import type { Sandbox } from './sandbox.ts'
import { takeSignedBodies } from './signed-body.ts'

const locale = z.enum(['en', 'ru'])
const key = z.string().regex(/^[\w-]{32}$/)
const text = z.string().trim().min(1).max(1000)
const openBody = z.strictObject({
  token: z.string().max(3000).optional(),
  key: key.optional(),
  locale: locale.default('en'),
})
const sendBody = z.strictObject({ key, text, nonce: z.uuid() })
const sinceBody = z.strictObject({ key, after: z.number().int().min(0).max(1_000_000_000) })
const factsBody = z.strictObject({
  conversation: z.uuid(),
  balance: z.number().finite(),
  shown_balance: z.number().finite(),
  currency: z.string().regex(/^[A-Z]{3}$/),
})

/** Nothing is loaded but the page's own files; who may frame it is left open, as it is with such a vendor. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'"

/**
 * The chat's vendor: the page that merchants frame, its calls, and the door for the merchant's server. The calls take JSON
 * alone, so another site's page cannot make them.
 */
export function chatRoutes({ chat, faults, secret, time }: Sandbox, body: string) {
  return async (app: FastifyInstance): Promise<void> => {
    const strike = (ref: string) => {
      if (faults.strike('chat', 'chat', ref).length > 0) throw new Refusal(503, 'away')
    }

    app.get('/chat', (_request, reply) =>
      reply
        .header('content-security-policy', policy)
        .type('text/html; charset=utf-8')
        .send(
          htmlPage({
            title: 'Chat',
            body,
            head: '<link rel="stylesheet" href="/assets/chat.css"><script src="/assets/chat.js" type="module"></script>',
          }),
        ),
    )

    app.post('/chat/open', (request) => {
      const given = read(openBody, request.body)
      if (given.token === undefined) {
        // A key whose conversation is gone begins a new one.
        const opened = chat.open(given.key === undefined ? null : { key: given.key }, given.locale)
        return answer((opened ?? chat.open(null, given.locale))?.key)
      }
      const person = readChatToken(given.token, secret, time.now())
      if (person === null) throw new Refusal(401, 'token')
      strike(person.conversation)
      return answer(chat.open(person, given.locale)?.key)
    })

    app.post('/chat/send', (request) => {
      const { key: door, text: words, nonce } = read(sendBody, request.body)
      strike(chat.find(door)?.id ?? '')
      if (!chat.write(door, words, nonce)) throw new Refusal(404, 'key')
      return { taken: true }
    })

    app.post('/chat/messages', (request) => {
      const { key: door, after } = read(sinceBody, request.body)
      const conversation = chat.find(door)
      if (conversation === null) throw new Refusal(404, 'key')
      return { messages: conversation.messages.filter(({ id }) => id > after) }
    })

    await app.register(async (signed) => {
      takeSignedBodies(signed, { secret, time })
      signed.post('/chat/facts', (request) => {
        const { conversation, ...facts } = read(factsBody, request.body)
        strike(conversation)
        if (!chat.tell(conversation, facts)) throw new Refusal(404, 'conversation')
        return { told: true }
      })
    })
  }

  function answer(door: string | undefined) {
    const conversation = door === undefined ? null : chat.find(door)
    if (conversation === null) throw new Refusal(404, 'key')
    return { key: door, conversation: conversation.id, name: conversation.name }
  }
}
