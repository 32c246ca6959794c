import type { ServerModule } from '../../context.ts'
import { raiseAlert } from '../alerts/service.ts'
import { processorRoutes } from './processor-routes.ts'
import { cardsRoutes } from './routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

export const cardsModule: ServerModule = {
  routes: [
    async (app, { db, clock, services: { cards, deposits }, detectCountry, providers, processors }) => {
      await app.register(cardsRoutes({ cards, detectCountry }))
      await app.register(processorRoutes({ cards, detectCountry }))
      await app.register(
        webhookRoutes({
          cards,
          deposits,
          raiseAlert: (alert) => raiseAlert(db, alert, clock.now()),
          providers,
          gateway: processors,
        }),
      )
    },
  ],
  jobs: [
    {
      name: 'cards.erase',
      schedule: '37 * * * *',
      summary:
        'erases cards that were removed or not saved: those never charged at once, the others `card_number_days` days later; and cards that were entered an hour ago without a payment',
      whileItFails: 'the encrypted cards stay',
      run: ({ services }) => services.cards.eraseCards(),
    },
  ],
}
