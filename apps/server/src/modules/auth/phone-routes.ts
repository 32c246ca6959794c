import { validationCalls } from '@tradefront/contract/validation'
import { refuse } from '@tradefront/rules/result'
import type { FastifyInstance } from 'fastify'

import { okReply, registerCall } from '../../platform/http/route.ts'
import { parsePhone } from './parse-phone.ts'

/** spec: funding 5 */
export async function phoneRoutes(app: FastifyInstance): Promise<void> {
  registerCall(app, validationCalls.validatePhone, async ({ body }) =>
    (await parsePhone(`+${body.em}`)) === null ? refuse('auth.phone_unreal') : okReply,
  )
}
