import { defineJob } from '../../platform/jobs/job.ts'
import type { CardsService } from './service.ts'

type Services = { readonly cards: CardsService }

export const cardsJobs = [
  defineJob({
    name: 'cards.delete_numbers',
    schedule: '37 3 * * *',
    summary:
      'deletes the numbers of cards that were removed or replaced, `card_number_days` days after their last deposit ended',
    whileItFails: 'the encrypted numbers stay',
    run: ({ cards }: Services) => cards.deleteUnusedNumbers(),
  }),
]
