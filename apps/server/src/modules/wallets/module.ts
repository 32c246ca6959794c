import type { ServerModule } from '../../context.ts'
import { walletsRoutes } from './routes.ts'

export const walletsModule: ServerModule = {
  routes: [walletsRoutes],
}
