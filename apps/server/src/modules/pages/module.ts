import type { ServerModule } from '../../context.ts'
import { pageActions } from './operator.ts'
import { pagesRoutes } from './routes.ts'

export const pagesModule: ServerModule = {
  routes: [pagesRoutes],
  actions: pageActions,
}
