import type { ServerModule } from '../../context.ts'
import { bootstrapRoutes } from './bootstrap-routes.ts'
import { siteRoutes } from './routes.ts'

export const siteModule: ServerModule = {
  routes: [bootstrapRoutes, siteRoutes],
}
