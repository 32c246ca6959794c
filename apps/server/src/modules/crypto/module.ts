import type { ServerModule } from '../../context.ts'
import { cryptoRoutes } from './routes.ts'
import { compareReceipts } from './service.ts'
import { createWatchChains } from './watch-chains.ts'

export const cryptoModule: ServerModule = {
  routes: [cryptoRoutes],
  jobs: [
    {
      name: 'crypto.watch_chains',
      everyMs: 1000,
      summary:
        'reads new blocks and unconfirmed transactions, credits payments of invoices, and ends what was not paid in time',
      whileItFails: 'payments in coins are not credited; after 2 min no new invoices are made. Nothing is lost',
      createRun: createWatchChains,
    },
    {
      name: 'crypto.compare_receipts',
      schedule: '37 2 * * *',
      limitMinutes: 60,
      summary: 'compares the credited payments in coins with the captures, and raises `crypto.differs`',
      whileItFails: 'differences stay unnoticed; payments go on',
      run: compareReceipts,
    },
  ],
}
