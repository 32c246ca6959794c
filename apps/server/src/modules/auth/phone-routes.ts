import { validationCalls } from '@tradefront/contract/validation'
import type { FastifyInstance } from 'fastify'

import { toRefusalReply } from '../../platform/http/error-handler.ts'
import { registerCall, okReply } from '../../platform/http/route.ts'
import { isPhoneNumber } from './phone-number.ts'

/** What a form asks while it is filled in: the address of the server-validate directive (spec: funding 5). */
export async function phoneRoutes(app: FastifyInstance): Promise<void> {
  registerCall(app, validationCalls.validatePhone, async ({ body, request }) =>
    (await isPhoneNumber(body.em)) ? okReply : toRefusalReply(request, 'auth.phone_unreal'),
  )
}
