import type { JobDefinition } from '../../platform/jobs/job.ts'
import type { CryptoService } from './service.ts'

type Services = { readonly crypto: CryptoService }

export const cryptoJobs: readonly JobDefinition<Services>[] = [
  {
    name: 'crypto.watch_chains',
    everyMs: 1000,
    summary:
      'reads new blocks and unconfirmed transactions, credits payments of invoices, and ends what was not paid in time',
    whileItFails: 'payments in coins are not credited; after 2 min no new invoices are made. Nothing is lost',
    run: ({ crypto }) => crypto.watchChains(),
  },
  {
    name: 'crypto.compare_receipts',
    schedule: '37 2 * * *',
    limitMinutes: 60,
    summary: 'compares the credited payments in coins with the captures, and raises `crypto.differs`',
    whileItFails: 'differences stay unnoticed; payments go on',
    run: ({ crypto }) => crypto.compareReceipts(),
  },
]
