import { type Invoice, toInvoice } from '@tradefront/contract/domain/crypto'
import type { InvoiceView } from '@tradefront/contract/crypto'

export const testInvoiceView: InvoiceView = {
  guid: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  deposit_id: '0b9619ff-8b86-4d01-b42d-00cf4fc964aa',
  coin: 'BTC',
  is_test: false,
  address: 'bc1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk',
  uri: 'bitcoin:bc1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk?amount=0.01',
  coin_amount: '0.01',
  coin_received: '0',
  coin_missing: '0.01',
  coin_late: '0',
  coin_taken_back: '0',
  coin_expected: null,
  confirmations: 0,
  confirmations_required: 3,
  amount: 1000,
  currency: 'USD',
  bonus_amount: 500,
  promo: null,
  turnover_required: 15_000,
  credited: 0,
  rate: 100_000,
  state: 'new',
  status: 'wt',
  is_canceled: false,
  is_network_changed: false,
  is_checked: false,
  hash: null,
  payments: [],
  expires_at: Date.UTC(2026, 10, 22, 13),
  watched_until: null,
  now: Date.UTC(2026, 10, 22, 12),
}

export const testInvoice: Invoice = toInvoice(testInvoiceView)
