import type { ServerModule } from '../../context.ts'
import { ledgerActions } from './operator.ts'

export const ledgerModule: ServerModule = { actions: ledgerActions }
