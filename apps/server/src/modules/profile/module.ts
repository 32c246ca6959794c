import type { ServerModule } from '../../context.ts'
import { preferencesRoutes } from './preferences-routes.ts'
import { profileRoutes } from './routes.ts'

export const profileModule: ServerModule = {
  routes: [profileRoutes, preferencesRoutes],
}
