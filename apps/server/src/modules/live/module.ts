import type { ServerModule } from '../../context.ts'
import { liveRoutes } from './routes.ts'

export const liveModule: ServerModule = {
  routes: [liveRoutes],
}
