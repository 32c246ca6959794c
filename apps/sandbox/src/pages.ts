import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'

import { type Charge, majorAmount } from './charge.ts'
import { escapeHtml, htmlPage } from './html.ts'
import { deskBySlug } from './processors/registry.ts'
import { read, Refusal } from './refusal.ts'
import type { Sandbox } from './sandbox.ts'

const params = z.object({ slug: z.string().max(30), pspRef: z.string().max(64) })
const answerBody = z.object({ answer: z.enum(['approve', 'decline']) })

/** The pages a trader visits: 3-D Secure, ENTROPAY's and EZPAY's own. Each posts back to the merchant's return address. */
export function pageRoutes({ bank, announce }: Sandbox) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/:slug/pay/:pspRef', (request, reply) => {
      const charge = find(request.params)
      return show(
        reply,
        charge,
        charge.state === 'requires_action' && !charge.confirmed ? question(charge) : goBack(charge),
      )
    })

    app.post('/:slug/pay/:pspRef', async (request, reply) => {
      const charge = find(request.params)
      const { answer } = read(answerBody, request.body)
      const after = decide(charge, answer)
      if (after.state !== charge.state) reply.raw.once('close', () => void announce(after))
      return show(reply, after, goBack(after))
    })
  }

  function find(raw: unknown): Charge {
    const { slug, pspRef } = read(params, raw)
    const charge = bank.byPspRef(pspRef)
    const hasPage = charge?.way === 'page' || charge?.way === 'start_dialog'
    if (charge === undefined || charge.slug !== slug || !hasPage) throw new Refusal(404, 'There is no such payment.')
    return charge
  }

  /** ENTROPAY asks for a code afterwards; everybody else asks the bank now. */
  function decide(charge: Charge, answer: 'approve' | 'decline'): Charge {
    if (answer === 'decline') return bank.refuse(charge)
    return charge.way === 'start_dialog' ? bank.confirm(charge) : bank.settle(charge)
  }
}

const titles: Readonly<Record<string, string>> = { entropay: 'Your Entropay account', ezpay: 'Pay with EZPay' }

function question(charge: Charge): string {
  const { origin } = new URL(charge.returnUrl)
  return `
    <form method="post">
      <button name="answer" value="approve" class="main">Approve the payment</button>
      <button name="answer" value="decline">Decline</button>
    </form>
    <p><a href="${escapeHtml(origin)}/">Leave without answering</a></p>`
}

/** Posts itself back at once where scripts run; the button is there for everybody else. */
function goBack(charge: Charge): string {
  return `
    <p role="status">Thank you. You are being taken back to the merchant.</p>
    <form method="post" action="${escapeHtml(charge.returnUrl)}" id="back">
      <input type="hidden" name="ref" value="${escapeHtml(charge.ref)}">
      <button class="main">Back to the merchant</button>
    </form>
    <script src="/assets/post-back.js" defer></script>`
}

function show(reply: FastifyReply, charge: Charge, body: string): FastifyReply {
  const title = titles[charge.slug] ?? 'Confirm your payment'
  const amount = new Intl.NumberFormat('en', { style: 'currency', currency: charge.currency }).format(
    majorAmount(charge),
  )
  const facts = `
    <dl>
      <div><dt>Amount</dt><dd>${escapeHtml(amount)}</dd></div>
      <div><dt>Card</dt><dd>•••• ${escapeHtml(charge.last4)}</dd></div>
      <div><dt>Processor</dt><dd>${escapeHtml(deskBySlug(charge.slug)?.name ?? charge.slug)}</dd></div>
    </dl>`
  const { origin } = new URL(charge.returnUrl)
  const note = '<p class="note">This is a practice page: no real money moves.</p>'
  const html = htmlPage({ title, body: `<main class="narrow"><h1>${title}</h1>${facts}${body}${note}</main>` })
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self' ${origin}; frame-ancestors 'none'; base-uri 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(html)
}
