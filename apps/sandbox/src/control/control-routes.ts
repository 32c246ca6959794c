import { randomUUID } from 'node:crypto'

import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'

import { registerBeaconControl } from '../beacon/beacon-routes.ts'
import { registerChainControl } from '../chains/chain-commands.ts'
import { faultRule } from './faults.ts'
import { renderHtmlPage } from '../http/html-page.ts'
import { magicCards } from '@tradefront/processors/simulator/magic-cards'
import { simulators } from '@tradefront/processors/simulators'
import { payoutSimulators } from '../payouts/payout-simulators.ts'
import { parseInput, HttpError } from '../http/http-error.ts'
import { registerNewsControl } from '../news/news-routes.ts'
import { registerPushControl } from '../push/push-routes.ts'
import { registerRateControl } from '../rates/rate-routes.ts'
import type { Sandbox } from '../sandbox.ts'
import { toStatementCsv, listStatementRows } from './statement.ts'

const clockBody = z.strictObject({ offset_ms: z.number().int().min(-3_155_760_000_000).max(3_155_760_000_000) })
const replayBody = z.strictObject({
  event_ids: z.array(z.string().max(64)).max(1000).optional(),
  ref: z.string().max(64).optional(),
})
const releaseBody = z.strictObject({ order: z.enum(['as_is', 'reverse']).default('as_is') })
const replyBody = z.strictObject({ conversation: z.uuid(), text: z.string().trim().min(1).max(1000) })
const mailReplyBody = z.strictObject({
  id: z.uuid(),
  text: z.string().min(1).max(100_000),
  /** Sender. The default is the address that got the mail. */
  from: z.string().max(254).optional(),
  message_id: z.string().max(200).optional(),
  headers: z.record(z.string().max(60), z.string().max(200)).optional(),
  /** Content of files in base64. */
  files: z
    .array(z.strictObject({ filename: z.string().max(200), content: z.base64().max(8_000_000) }))
    .max(8)
    .optional(),
})
const mailsQuery = z.object({ to: z.string().max(254).optional() })
const noBody = z.strictObject({})
const faultParams = z.object({ id: z.coerce.number().int() })

/** Routes that only this machine can call. They reject calls that another site's page could make. */
export function controlRoutes(sandbox: Sandbox, pageBody: string) {
  const { ledger, chat, faults, mailbox, outbox, clock } = sandbox

  return async (app: FastifyInstance): Promise<void> => {
    app.addHook('onRequest', (request, _reply, done) => {
      done(isLocal(request) ? undefined : new HttpError(403, 'The control page answers this machine only.'))
    })

    app.get('/', (_request, reply) =>
      reply
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        )
        .type('text/html; charset=utf-8')
        .send(
          renderHtmlPage({
            title: 'Control',
            body: pageBody,
            head: '<script src="/assets/control.js" type="module"></script>',
          }),
        ),
    )

    app.get('/control/state', () => ({
      now: new Date(clock.now()).toISOString(),
      offset_ms: clock.offsetMs(),
      wait_scale: sandbox.waitScale,
      processors: [...simulators, ...payoutSimulators].map(({ slug }) => slug),
      faults: faults.list(),
      events: outbox.listEvents().slice(-200).toReversed(),
      cards: magicCards.map(({ name, visa, mastercard, does }) => ({ name, visa, mastercard, does })),
    }))
    app.get('/control/mails', (request) => ({
      mails: mailbox.listMails(parseInput(mailsQuery, request.query).to).slice(0, 200),
    }))
    app.post('/control/mails/reply', { bodyLimit: 20_000_000 }, async (request) => {
      const { id, text, from, message_id, headers = {}, files = [] } = parseInput(mailReplyBody, request.body)
      const mail = mailbox.findMail(id)
      const to = mail?.reply_to ?? mail?.from
      if (!mail || !to) throw new HttpError(404, 'There is no such mail.')
      const refusal = await sandbox.mailSender.send({
        from: from ?? mail.to[0] ?? '',
        to,
        subject: `Re: ${mail.subject}`,
        text: `${text}\n\n> ${mail.text.replaceAll('\n', '\n> ')}`,
        messageId: message_id ?? `<${randomUUID()}@sandbox.example>`,
        inReplyTo: mail.message_id ?? undefined,
        headers,
        files: files.map(({ filename, content }) => ({ filename, content: Buffer.from(content, 'base64') })),
      })
      return { sent: refusal === null, refusal }
    })
    app.get('/control/chat', () => ({ conversations: chat.listConversations().slice(0, 50) }))
    app.post('/control/chat/reply', (request) => {
      const { conversation, text } = parseInput(replyBody, request.body)
      if (!chat.addAgentMessage(conversation, text)) throw new HttpError(404, 'There is no such conversation.')
      return { sent: true }
    })
    app.get('/control/statement', () => ({ rows: listStatementRows(ledger) }))
    app.get('/control/payouts', () => ({ payouts: sandbox.payouts.listPayouts() }))
    app.get('/control/statement.csv', (_request, reply) =>
      reply
        .header('content-disposition', 'attachment; filename="statement.csv"')
        .type('text/csv; charset=utf-8')
        .send(toStatementCsv(listStatementRows(ledger))),
    )

    app.post('/control/faults', (request) => faults.add(parseInput(faultRule, request.body)))
    app.post('/control/faults/clear', (request) => {
      parseInput(noBody, request.body)
      faults.clear()
      return { cleared: true }
    })
    app.delete('/control/faults/:id', (request) => {
      if (!faults.remove(parseInput(faultParams, request.params).id))
        throw new HttpError(404, 'There is no such fault.')
      return { removed: true }
    })

    app.post('/control/webhooks/replay', async (request) => {
      const { event_ids, ref } = parseInput(replayBody, request.body)
      const ids =
        event_ids ?? outbox.listEvents().flatMap((event) => (ref === undefined || event.ref === ref ? [event.id] : []))
      return { sent: await outbox.replayEvents(ids) }
    })
    app.post('/control/webhooks/release', async (request) => ({
      sent: await outbox.releaseHeldEvents(parseInput(releaseBody, request.body).order),
    }))

    registerChainControl(app, sandbox)
    registerRateControl(app, sandbox)
    registerBeaconControl(app, sandbox)
    registerNewsControl(app, sandbox)
    registerPushControl(app, sandbox)

    app.post('/control/clock', (request) => {
      clock.setOffset(parseInput(clockBody, request.body).offset_ms)
      return { now: new Date(clock.now()).toISOString() }
    })
    app.post('/control/reset', (request) => {
      parseInput(noBody, request.body)
      sandbox.reset()
      return { reset: true }
    })
  }
}

const localHosts = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

function isLocal(request: FastifyRequest): boolean {
  const peer = request.socket.remoteAddress ?? ''
  const isLocalPeer = peer === '127.0.0.1' || peer === '::1' || peer === '::ffff:127.0.0.1'
  return isLocalPeer && localHosts.test(request.headers.host ?? '')
}
