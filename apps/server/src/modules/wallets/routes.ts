import { walletsCalls } from '@tradefront/contract/wallets'
import type { FastifyInstance } from 'fastify'

import { AppError } from '../../platform/http/errors.ts'
import { registerCall } from '../../platform/http/route.ts'

export async function walletsRoutes(app: FastifyInstance): Promise<void> {
  // No Skrill payment can be opened, so none is found.
  registerCall(app, walletsCalls.getSkrillPayment, async () => {
    throw new AppError('errors.not_found')
  })
}
