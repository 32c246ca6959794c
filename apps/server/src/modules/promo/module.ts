import type { ServerModule } from '../../context.ts'
import { promoRoutes } from './routes.ts'

export const promoModule: ServerModule = {
  routes: [promoRoutes],
}
