import type { ServerModule } from '../../context.ts'
import { offersRoutes } from './routes.ts'

export const offersModule: ServerModule = {
  routes: [offersRoutes],
}
