import type { ServerModule } from '../../context.ts'
import { deleteExpiredMarks } from './service.ts'

export const marksModule: ServerModule = {
  jobs: [
    {
      name: 'marks.delete_expired',
      schedule: '20 3 * * *',
      summary: 'deletes marks of addresses that were not seen for 30 days, and of browsers not seen for 200 days',
      whileItFails: 'rows stay; old addresses link no accounts anyway',
      run: deleteExpiredMarks,
    },
  ],
}
