import type { ServerModule } from '../../context.ts'
import { measureBalance } from './measure-balance.ts'
import { ledgerActions } from './operator.ts'

export const ledgerModule: ServerModule = { actions: ledgerActions, measures: [measureBalance] }
