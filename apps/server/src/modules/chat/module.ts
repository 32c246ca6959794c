import type { ServerModule } from '../../context.ts'
import { chatRoutes } from './routes.ts'

export const chatModule: ServerModule = {
  routes: [chatRoutes],
}
