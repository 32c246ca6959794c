import type { ServerModule } from '../../context.ts'
import { pagesRoutes } from './routes.ts'

export const pagesModule: ServerModule = {
  routes: [pagesRoutes],
}
