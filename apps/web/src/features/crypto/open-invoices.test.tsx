// @vitest-environment jsdom
import { cryptoCalls, type InvoiceView } from '@tradefront/contract/crypto'
import { beforeEach, expect, test } from 'vitest'

import { stubBrowser } from '../../platform/testing/stub-browser.ts'
import { stubCalls } from '../../platform/testing/stub-calls.ts'
import { testUser } from '../../platform/testing/test-bootstrap.ts'
import { testInvoiceView as view } from '../../platform/testing/test-invoice.ts'
import { OpenInvoices } from './open-invoices.tsx'
import { renderWithRouter } from './testing/render-with-router.tsx'

beforeEach(stubBrowser)

test('invoices that wait are listed with their next step, and others are not', async () => {
  const invoice = (guid: string, changes: Partial<InvoiceView>): InvoiceView => ({ ...view, guid, ...changes })
  const later = view.expires_at + 86_400_000
  const invoices = [
    invoice('a', { coin: 'ETH', coin_amount: '0.25' }),
    invoice('b', { state: 'underpaid', coin_missing: '0.0012' }),
    invoice('c', { state: 'confirming', confirmations: 1 }),
    invoice('d', { state: 'expired', status: 'ex', watched_until: later }),
    invoice('e', { state: 'expired', status: 'ex', watched_until: view.now - 1 }),
    invoice('f', { state: 'paid', status: 'su', watched_until: later }),
  ]
  stubCalls([[cryptoCalls.listInvoices, () => ({ json: { return: true, invoices } })]])
  const { findAllByRole } = await renderWithRouter(<OpenInvoices />, {
    texts: ['invoices'],
    bootstrap: { now: view.now, user: { ...testUser, currency: 'USD' } },
  })
  const links = await findAllByRole('link', { name: /^Open the invoice/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    ['eth/a', 'btc/b', 'btc/c', 'btc/d'].map((path) => `/show/funding/invoice/${path}`),
  )
  const rows = links.map((link) => link.closest('li')?.textContent)
  expect(rows[0]).toMatch(/0\.25 ETH for \$1,000Waits for your payment until /)
  expect(rows[1]).toContain('Send the rest: 0.0012 BTC')
  expect(rows[2]).toContain('Seen: 1 of 3 confirmations')
  expect(rows[3]).toMatch(/Ended\. The address is watched until /)
})
