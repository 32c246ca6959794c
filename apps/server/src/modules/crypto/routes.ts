import { cryptoCalls } from '@tradefront/contract/crypto'
import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { AppContext } from '../../context.ts'
import type { AppError } from '../../platform/http/errors.ts'
import { readIdempotencyKey } from '../../platform/http/idempotency-key.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { hasBitcoinDeposit } from '../profile/service.ts'
import { cancelInvoice } from './cancel-invoice.ts'
import { listCoinRates } from './coin-rates.ts'
import { createInvoice, type InvoiceRequest } from './create-invoice.ts'
import { getCryptoSettings } from './crypto-settings.ts'
import { getInvoice, listInvoices, listTestCoins, saveExpectedPayment } from './service.ts'

/** spec: funding 7, account 7 */
export function cryptoRoutes(app: FastifyInstance, context: AppContext): void {
  const replyWithInvoice = async (
    coin: InvoiceCoin,
    user: SessionUser,
    body: InvoiceRequest,
    request: FastifyRequest,
  ) => {
    const created = await createInvoice(context, user, coin, body, readIdempotencyKey(request))
    return created.ok ? { ...okReply, guid: created.value.guid, invoice: created.value } : created
  }
  /** Returns the invoice. @throws AppError (404) for others than its owner */
  const showInvoice = async (
    coin: InvoiceCoin,
    user: SessionUser,
    guid: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    await getInvoice(context, user.id, coin, guid)
    return reply.redirect(buildInvoiceUrl(request, 'trading', coin, guid), 303)
  }

  registerCall(app, cryptoCalls.createBitcoinInvoice, ({ user, body, request }) =>
    replyWithInvoice('BTC', user, body, request),
  )
  registerCall(app, cryptoCalls.createEthereumInvoice, ({ user, body, request }) =>
    replyWithInvoice('ETH', user, body, request),
  )
  registerCall(app, cryptoCalls.getBitcoinInvoiceStatus, async ({ user, body }) => {
    const invoice = await getInvoice(context, user.id, 'BTC', body.guid)
    return { ...okReply, status: invoice.status, hash: invoice.hash, invoice }
  })
  registerCall(app, cryptoCalls.getEthereumInvoiceStatus, async ({ user, body }) => {
    const invoice = await getInvoice(context, user.id, 'ETH', body.guid)
    return { ...okReply, status: invoice.status, invoice }
  })
  registerCall(app, cryptoCalls.listInvoices, async ({ user }) => ({
    ...okReply,
    invoices: await listInvoices(context, user.id),
  }))
  registerCall(app, cryptoCalls.cancelInvoice, async ({ user, body }) => {
    const cancelled = await cancelInvoice(context, user.id, body.guid)
    return cancelled.ok ? { ...okReply, invoice: cancelled.value } : cancelled
  })
  registerCall(
    app,
    cryptoCalls.showBitcoinInvoice,
    ({ user, params, request, reply }) => showInvoice('BTC', user, params.guid, request, reply),
    { getErrorRedirect: (request, error) => findErrorUrl(request, error, 'BTC') },
  )
  registerCall(
    app,
    cryptoCalls.showEthereumInvoice,
    ({ user, params, request, reply }) => showInvoice('ETH', user, params.guid, request, reply),
    { getErrorRedirect: (request, error) => findErrorUrl(request, error, 'ETH') },
  )
  registerCall(app, cryptoCalls.saveExpectedBitcoinPayment, async ({ user, body }) => {
    const saved = await saveExpectedPayment(context, user.id, { ...body, text: body.btc })
    return saved.ok ? okReply : saved
  })
  registerCall(app, cryptoCalls.getCoinRates, async ({ user }) => {
    const [{ usd, prices, at, stale }, test, { spreadPercent }] = await Promise.all([
      listCoinRates(context, user.currency),
      listTestCoins(context),
      getCryptoSettings(context),
    ])
    return {
      ...okReply,
      rates: usd,
      prices,
      at: at?.getTime() ?? null,
      stale: [...stale],
      test,
      spread_percent: spreadPercent,
    }
  })
  registerCall(app, cryptoCalls.hasBitcoinDeposit, async ({ user }) => ({
    return: await hasBitcoinDeposit(context, user),
  }))
}

/** Builds a path of `apps/web/src/routes/trading-routes.tsx`. */
function buildInvoiceUrl(
  request: FastifyRequest,
  page: 'trading' | 'login?expired',
  coin: InvoiceCoin,
  guid: string,
): string {
  return `/${getRequestLocale(request)}/${page}#/show/funding/invoice/${coin.toLowerCase()}/${guid}`
}

/**
 * Finds where a browser is sent after an error: to the log-in page and back, or to the screen that says that there is no such invoice. API
 * clients get the error.
 */
function findErrorUrl(request: FastifyRequest, { code }: AppError, coin: InvoiceCoin): string | null {
  const params = cryptoCalls.showBitcoinInvoice.params.safeParse(request.params)
  if (!params.success || !(request.headers.accept ?? '').includes('text/html')) return null
  if (code === 'errors.session') return buildInvoiceUrl(request, 'login?expired', coin, params.data.guid)
  return code === 'errors.not_found' ? buildInvoiceUrl(request, 'trading', coin, params.data.guid) : null
}
