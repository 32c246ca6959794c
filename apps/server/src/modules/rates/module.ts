import type { ServerModule } from '../../context.ts'
import { rateActions } from './operator.ts'
import { measureRates } from './rate-store.ts'
import { createUpdateRates } from './service.ts'

export const ratesModule: ServerModule = {
  actions: rateActions,
  measures: [measureRates],
  jobs: [
    {
      name: 'rates.update',
      everyMs: 5000,
      summary: 'fetches the rates of coins and currencies every 30 s, and every 5 s while a jump is not confirmed',
      whileItFails:
        'after the settings `crypto_rate_max_age_seconds` and `currency_rate_max_age_seconds` no new invoices are made, and traders with accounts in other currencies than USD cannot trade; what was agreed keeps its rate',
      createRun: createUpdateRates,
    },
  ],
}
