import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'

import { type Charge, toMajorAmount } from '@tradefront/processors/simulator/charge'
import { escapeHtml, renderHtmlPage } from '../http/html-page.ts'
import { findChargeSimulator } from './find-charge-simulator.ts'
import { parseInput, HttpError } from '../http/http-error.ts'
import type { Sandbox } from '../sandbox.ts'

const params = z.object({ slug: z.string().max(30), processorReference: z.string().max(64) })
const answerBody = z.object({ answer: z.enum(['approve', 'decline']) })

/** Routes of the pages, which post back to the merchant's return URL. */
export function paymentPageRoutes({ ledger, notifyMerchant }: Sandbox) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/:slug/pay/:processorReference', (request, reply) => {
      const charge = findPayment(request.params)
      return sendPage(
        reply,
        charge,
        charge.state === 'requires_action' && !charge.isConfirmed ? renderQuestion(charge) : renderReturnForm(charge),
      )
    })

    app.post('/:slug/pay/:processorReference', async (request, reply) => {
      const charge = findPayment(request.params)
      const { answer } = parseInput(answerBody, request.body)
      const updated = applyAnswer(charge, answer)
      if (updated.state !== charge.state) reply.raw.once('close', () => void notifyMerchant(updated))
      return sendPage(reply, updated, renderReturnForm(updated))
    })
  }

  function findPayment(raw: unknown): Charge {
    const { slug, processorReference } = parseInput(params, raw)
    const charge = ledger.findChargeByProcessorReference(processorReference)
    const hasPage = charge?.flow === 'page' || charge?.flow === 'page_and_code'
    if (charge === undefined || charge.slug !== slug || !hasPage) throw new HttpError(404, 'There is no such payment.')
    return charge
  }

  /** Applies an answer of the page. With `page_and_code` the code comes next. */
  function applyAnswer(charge: Charge, answer: 'approve' | 'decline'): Charge {
    if (answer === 'decline') return ledger.declineCharge(charge)
    return charge.flow === 'page_and_code' ? ledger.confirmCharge(charge) : ledger.authorizeCharge(charge)
  }
}

function renderQuestion(charge: Charge): string {
  const { origin } = new URL(charge.returnUrl)
  return `
    <form method="post">
      <button name="answer" value="approve" class="main">Approve the payment</button>
      <button name="answer" value="decline">Decline</button>
    </form>
    <p><a href="${escapeHtml(origin)}/">Leave without answering</a></p>`
}

/** Renders the form that leads back. Its button is for browsers without scripts. */
function renderReturnForm(charge: Charge): string {
  return `
    <p role="status">Thank you. You are being taken back to the merchant.</p>
    <form method="post" action="${escapeHtml(charge.returnUrl)}" id="back">
      <input type="hidden" name="ref" value="${escapeHtml(charge.reference)}">
      <button class="main">Back to the merchant</button>
    </form>
    <script src="/assets/post-back.js" defer></script>`
}

function sendPage(reply: FastifyReply, charge: Charge, body: string): FastifyReply {
  const simulator = findChargeSimulator(charge.slug)
  const title = simulator?.pageTitle ?? 'Confirm your payment'
  const amount = new Intl.NumberFormat('en', { style: 'currency', currency: charge.currency }).format(
    toMajorAmount(charge),
  )
  const details = `
    <dl>
      <div><dt>Amount</dt><dd>${escapeHtml(amount)}</dd></div>
      ${charge.last4 === '' ? '' : `<div><dt>Card</dt><dd>•••• ${escapeHtml(charge.last4)}</dd></div>`}
      <div><dt>Processor</dt><dd>${escapeHtml(simulator?.name ?? charge.slug)}</dd></div>
    </dl>`
  const { origin } = new URL(charge.returnUrl)
  const note = '<p class="note">This is a practice page: no real money moves.</p>'
  const html = renderHtmlPage({ title, body: `<main class="narrow"><h1>${title}</h1>${details}${body}${note}</main>` })
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self' ${origin}; frame-ancestors 'none'; base-uri 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(html)
}
