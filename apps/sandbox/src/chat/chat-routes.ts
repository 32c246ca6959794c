import { defaultLocale, locales } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'

import { verifyChatToken } from './chat-token.ts'
import { renderHtmlPage } from '../http/html-page.ts'
import { parseInput, HttpError } from '../http/http-error.ts'
import type { Sandbox } from '../sandbox.ts'
import { requireSignedBodies } from '../http/signed-body.ts'

const locale = z.enum(locales)
const key = z.string().regex(/^[\w-]{32}$/)
const text = z.string().trim().min(1).max(1000)
const openBody = z.strictObject({
  token: z.string().max(3000).optional(),
  key: key.optional(),
  locale: locale.default(defaultLocale),
})
const sendBody = z.strictObject({ key, text, nonce: z.uuid() })
const sinceBody = z.strictObject({ key, after: z.number().int().min(0).max(1_000_000_000) })
const factsBody = z.strictObject({
  conversation: z.uuid(),
  balance: z.number().finite(),
  shown_balance: z.number().finite(),
  currency: z.string().regex(/^[A-Z]{3}$/),
})

/** Policy of the page. Any site can frame it, as with real chat vendors. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; font-src 'self'; img-src data:; base-uri 'none'; form-action 'none'"

/** Routes of the chat. Calls accept only JSON, so that other sites cannot make them. */
export function chatRoutes({ chat, faults, secret, clock }: Sandbox, body: string) {
  return async (app: FastifyInstance): Promise<void> => {
    const throwIfFaulted = (ref: string) => {
      if (faults.matchRules('chat', 'chat', ref).length > 0) throw new HttpError(503, 'away')
    }

    app.get('/chat', (_request, reply) =>
      reply
        .header('content-security-policy', policy)
        .type('text/html; charset=utf-8')
        .send(
          renderHtmlPage({
            title: 'Chat',
            body,
            head: '<link rel="stylesheet" href="/assets/chat.css"><script src="/assets/chat.js" type="module"></script>',
          }),
        ),
    )

    app.get('/chat/texts.js', (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').send(buildTextsModule()),
    )

    app.post('/chat/open', async (request) => {
      const input = parseInput(openBody, request.body)
      if (input.token === undefined) {
        const reopened = chat.openConversation(input.key === undefined ? null : { key: input.key }, input.locale)
        return toOpenReply((reopened ?? chat.openConversation(null, input.locale))?.key)
      }
      const identity = await verifyChatToken(input.token, secret, clock.now())
      if (identity === null) throw new HttpError(401, 'token')
      throwIfFaulted(identity.conversation)
      return toOpenReply(chat.openConversation(identity, input.locale)?.key)
    })

    app.post('/chat/send', (request) => {
      const { key: conversationKey, text: message, nonce } = parseInput(sendBody, request.body)
      throwIfFaulted(chat.findConversation(conversationKey)?.id ?? '')
      if (!chat.addVisitorMessage(conversationKey, message, nonce)) throw new HttpError(404, 'key')
      return { taken: true }
    })

    app.post('/chat/messages', (request) => {
      const { key: conversationKey, after } = parseInput(sinceBody, request.body)
      const conversation = chat.findConversation(conversationKey)
      if (conversation === null) throw new HttpError(404, 'key')
      return {
        messages: conversation.messages.filter(({ id }) => id > after),
        typing: chat.isAgentTyping(conversationKey),
      }
    })

    await app.register(async (signed) => {
      requireSignedBodies(signed, clock, () => [secret])
      signed.post('/chat/facts', (request) => {
        const { conversation, ...facts } = parseInput(factsBody, request.body)
        throwIfFaulted(conversation)
        if (!chat.updateFacts(conversation, facts)) throw new HttpError(404, 'conversation')
        return { updated: true }
      })
    })
  }

  function toOpenReply(conversationKey: string | undefined) {
    const conversation = conversationKey === undefined ? null : chat.findConversation(conversationKey)
    if (conversation === null) throw new HttpError(404, 'key')
    return { key: conversationKey, conversation: conversation.id, name: conversation.name }
  }
}

/** Builds a script module with the texts of the chat page in all languages, for `assets/chat.js`. */
function buildTextsModule(): string {
  const texts = locales.map((each) => [
    each,
    {
      title: translate(each, 'sandbox.chat_title'),
      label: translate(each, 'sandbox.chat_label'),
      send: translate(each, 'sandbox.chat_send'),
      agent: translate(each, 'sandbox.chat_agent'),
      about: translate(each, 'sandbox.chat_agent_about'),
      greeting: translate(each, 'sandbox.chat_greeting'),
      typing: translate(each, 'sandbox.chat_typing'),
      sent: translate(each, 'sandbox.chat_sent'),
      failed: translate(each, 'sandbox.chat_failed'),
      away: translate(each, 'sandbox.chat_away'),
    },
  ])
  return `export const texts = ${JSON.stringify(Object.fromEntries(texts))}`
}
