import type { ServerModule } from '../../context.ts'
import { chartsRoutes } from './routes.ts'

export const chartsModule: ServerModule = {
  routes: [chartsRoutes],
}
