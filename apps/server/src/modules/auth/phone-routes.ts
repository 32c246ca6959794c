import { validationCalls } from '@tradefront/contract/validation'
import { refuse } from '@tradefront/rules/result'
import type { FastifyInstance } from 'fastify'

import { okReply, registerCall } from '../../platform/http/route.ts'
import { isPhoneNumber } from './phone-number.ts'

/** spec: funding 5 */
export async function phoneRoutes(app: FastifyInstance): Promise<void> {
  registerCall(app, validationCalls.validatePhone, async ({ body }) =>
    (await isPhoneNumber(body.em)) ? okReply : refuse('auth.phone_unreal'),
  )
}
