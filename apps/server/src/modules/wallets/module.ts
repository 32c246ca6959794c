import type { ServerModule } from '../../context.ts'
import { walletsRoutes } from './routes.ts'

export const walletsModule: ServerModule = {
  routes: [
    async (app, { services: { wallets }, detectCountry }) =>
      void (await app.register(walletsRoutes({ wallets, detectCountry }))),
  ],
}
