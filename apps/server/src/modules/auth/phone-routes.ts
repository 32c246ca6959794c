import { validationCalls } from '@tradefront/contract/validation'
import type { FastifyInstance } from 'fastify'

import { refusal } from '../../platform/http/error-handler.ts'
import { serve, yes } from '../../platform/http/route.ts'
import { isPhoneNumber } from './phone-number.ts'

/** What a form asks while it is filled in: the address of the server-validate directive (spec: funding 5). */
export async function validationRoutes(app: FastifyInstance): Promise<void> {
  serve(app, validationCalls.phone, async ({ body, request }) =>
    (await isPhoneNumber(body.em)) ? yes : refusal(request, 'auth.phone_unreal'),
  )
}
