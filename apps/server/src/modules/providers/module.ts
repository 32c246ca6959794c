import type { ServerModule } from '../../context.ts'
import { providerActions } from './connect-provider.ts'

export const providersModule: ServerModule = { actions: providerActions }
