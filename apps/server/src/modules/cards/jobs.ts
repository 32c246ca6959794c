import type { JobDefinition } from '../../platform/jobs/job.ts'
import type { CardsService } from './service.ts'

type Services = { readonly cards: CardsService }

export const cardsJobs: readonly JobDefinition<Services>[] = [
  {
    name: 'cards.erase',
    schedule: '37 * * * *',
    summary:
      'erases cards that were removed or not saved: those never charged at once, the others `card_number_days` days later; and cards that were entered an hour ago without a payment',
    whileItFails: 'the encrypted cards stay',
    run: ({ cards }) => cards.eraseCards(),
  },
]
