import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { createListMovements } from './list-movements.ts'
import { createSumMovements } from './sum-movements.ts'

export { createCheckSums } from './check-sums.ts'

export type HistoryService = ReturnType<typeof createHistoryService>

/** Movements of a trader's money. */
export function createHistoryService({
  db,
  reports,
  clock,
}: Pick<Database, 'db' | 'reports'> & { readonly clock: Clock }) {
  return {
    listMovements: createListMovements({ db }),
    /** For files: long reads do not block requests. */
    listMovementsForFile: createListMovements({ db: reports }),
    sumMovements: createSumMovements({ db, clock }),
  }
}
