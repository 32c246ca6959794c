import { type Assertion, deskCalls } from '@tradefront/contract/desk'
import { refuse } from '@tradefront/rules/result'
import type { FastifyInstance } from 'fastify'

import { systemClock } from '../platform/clock.ts'
import { isTestSite } from '../platform/database/installation.ts'
import { okReply } from '../platform/http/route.ts'
import { clearSession, createSessionSecret, type DeskContext, registerDeskCall, setSession } from './desk-http.ts'
import {
  acceptInvitation,
  addPasskey,
  createChallenge,
  endSession,
  openSessionByPasskey,
  openSessionByPassword,
  type SignedAssertion,
} from '../modules/operators/desk-session-store.ts'
import { refuseByRule } from './refuse-by-rule.ts'

const fromText = (text: string) => Buffer.from(text, 'base64url')

export function readAssertion(given: Assertion): SignedAssertion {
  return {
    credentialId: fromText(given.credentialId),
    authenticatorData: fromText(given.authenticatorData),
    clientData: fromText(given.clientData),
    signature: fromText(given.signature),
  }
}

export function loginRoutes(app: FastifyInstance, context: DeskContext): void {
  const { db } = context
  registerDeskCall(app, context, deskCalls.getChallenge, async () => ({
    ...okReply,
    challenge: (await createChallenge(db)).toString('base64url'),
  }))
  registerDeskCall(app, context, deskCalls.logInByPasskey, async ({ body, reply }) => {
    const secret = createSessionSecret()
    const isOpen = await openSessionByPasskey(db, fromText(body.challenge), readAssertion(body.assertion), secret)
    if (!isOpen) return refuse('desk.wrong_passkey')
    setSession(reply, context, secret)
    return okReply
  })
  registerDeskCall(app, context, deskCalls.logInByPassword, async ({ body, reply }) => {
    const secret = createSessionSecret()
    const isOpen = await refuseByRule(openSessionByPassword(db, body, secret))
    if (typeof isOpen !== 'boolean') return isOpen
    if (!isOpen) return refuse('desk.wrong_login')
    setSession(reply, context, secret)
    return okReply
  })
  registerDeskCall(app, context, deskCalls.acceptInvitation, async ({ body, reply }) => {
    const { invitation, password, totpKey, code } = body
    const secret = createSessionSecret()
    const given = { invitation: fromText(invitation), password, totpKey: fromText(totpKey), code }
    if (!(await acceptInvitation(db, given, secret))) return refuse('desk.wrong_invitation')
    setSession(reply, context, secret)
    return okReply
  })
  registerDeskCall(app, context, deskCalls.logOut, async ({ reply, secret }) => {
    await endSession(db, secret)
    clearSession(reply, context)
    return okReply
  })
  registerDeskCall(app, context, deskCalls.getOperator, async ({ operator }) => ({
    ...okReply,
    operator: { ...operator, isTestSite: await isTestSite(db) },
    now: systemClock.now().getTime(),
  }))
  registerDeskCall(app, context, deskCalls.addPasskey, async ({ body, secret }) => {
    const { credentialId, publicKey, label, signedBy } = body
    const passkey = { credentialId: fromText(credentialId), publicKey: fromText(publicKey), label }
    const refusal = await refuseByRule(addPasskey(db, secret, passkey, signedBy && readAssertion(signedBy)))
    return refusal ?? okReply
  })
}
