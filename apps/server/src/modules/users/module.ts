import type { ServerModule } from '../../context.ts'
import { userActions } from './user-operator.ts'

export const usersModule: ServerModule = { actions: userActions }
