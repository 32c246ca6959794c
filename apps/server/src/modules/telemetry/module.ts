import type { ServerModule } from '../../context.ts'
import { telemetryRoutes } from './routes.ts'
import { deleteExpiredErrors } from './service.ts'

export const telemetryModule: ServerModule = {
  routes: [telemetryRoutes],
  jobs: [
    {
      name: 'telemetry.delete_expired',
      schedule: '17 * * * *',
      summary: 'deletes old browser errors',
      whileItFails: 'rows stay',
      run: deleteExpiredErrors,
    },
  ],
}
