import { pushCalls } from '@tradefront/contract/push'
import type { FastifyInstance } from 'fastify'

import type { AppContext } from '../../context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { openPushKey } from './push-key.ts'
import { saveSubscription } from './save-subscription.ts'

export function pushRoutes(app: FastifyInstance, context: AppContext): void {
  registerCall(app, pushCalls.getPushKey, async () => {
    const { publicKey } = await openPushKey(context)
    return { ...okReply, key: publicKey.toString('base64url') }
  })
  registerCall(app, pushCalls.savePushSubscription, async ({ user, request, body: { endpoint, keys } }) => {
    const sessionHash = app.sessions.getSessionHash(request)
    if (sessionHash === null) throw new AppError('errors.session')
    const [publicKey, authSecret] = [Buffer.from(keys.p256dh, 'base64url'), Buffer.from(keys.auth, 'base64url')]
    await saveSubscription(context, { userId: user.id, sessionHash, endpoint, publicKey, authSecret })
    return okReply
  })
}
