import type { ServerModule } from '../../context.ts'
import { processorRoutes } from './processor-routes.ts'
import { cardsRoutes } from './routes.ts'
import { eraseCards } from './saved-cards.ts'
import { webhookRoutes } from './webhook-routes.ts'

export const cardsModule: ServerModule = {
  routes: [cardsRoutes, processorRoutes, webhookRoutes],
  jobs: [
    {
      name: 'cards.erase',
      schedule: '37 * * * *',
      summary:
        'erases cards that were removed or not saved: those never charged at once, the others `card_number_days` days later; and cards that were entered an hour ago without a payment',
      whileItFails: 'the encrypted cards stay',
      run: eraseCards,
    },
  ],
}
