import type { ServerModule } from '../../context.ts'
import { promoActions } from './promo-code-operator.ts'
import { promoRoutes } from './routes.ts'

export const promoModule: ServerModule = {
  routes: [promoRoutes],
  actions: promoActions,
}
