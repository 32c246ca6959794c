import { profileCalls } from '@tradefront/contract/profile'
import { fromMinor } from '@tradefront/rules/ledger/money'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import type { AppContext } from '../../context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { okReply, registerCall } from '../../platform/http/route.ts'
import { publishUserChanged } from '../../platform/realtime/user-events.ts'
import { fetchFromPlatform, recordSecurityEvent, saveContactDetails } from '../auth/service.ts'
import { countWelcomeShown, getUserRecord, reloadUserRecord, resetPracticeBalance } from './service.ts'
import { createAvailableBalanceQuery } from './user-record-store.ts'

const platformInfo = z.object({ available: z.number() })

/** spec: account 7, funding 7 */
export function profileRoutes(app: FastifyInstance, context: AppContext): void {
  const findAvailableBalance = createAvailableBalanceQuery(context.db)
  registerCall(app, profileCalls.getUser, async ({ user }) => ({
    ...okReply,
    user: await getUserRecord(context, user),
  }))
  registerCall(
    app,
    profileCalls.getAvailableBalance,
    async ({ sessionHash, request }) => {
      const balance = await findAvailableBalance({ sessionHash, now: context.clock.now() })
      if (balance === null) throw new AppError('errors.session')
      const info = await fetchFromPlatform(context, request, '/cli/userInfo', platformInfo)
      const { amount, currency } = balance
      return { ...okReply, currency, available: info?.available ?? fromMinor(amount, currency) }
    },
    { session: 'deferred' },
  )
  registerCall(app, profileCalls.updateContactDetails, async ({ body, user, request }) => {
    const result = await saveContactDetails(context, request.ip, user, body)
    if (!result.ok) return result
    if (result.value.isChanged) await recordSecurityEvent(context, 'contact_saved', user.id, request.ip)
    await publishUserChanged(context, user.id)
    return { ...okReply, user: await reloadUserRecord(context, user) }
  })
  registerCall(app, profileCalls.resetPracticeAccount, async ({ user }) => ({
    ...okReply,
    user: await resetPracticeBalance(context, user),
  }))
  registerCall(app, profileCalls.recordWelcomeShown, async ({ user }) => ({
    ...okReply,
    shows: await countWelcomeShown(context, user.id),
  }))
}
