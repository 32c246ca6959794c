import type { ServerModule } from '../../context.ts'
import { validationRoutes } from './routes.ts'

export const validationModule: ServerModule = {
  routes: [validationRoutes],
}
