import { deskCalls } from '@tradefront/contract/desk'
import { operatorActions } from '@tradefront/contract/operator-actions'
import { refuse } from '@tradefront/rules/result'
import type { FastifyInstance } from 'fastify'

import { AppError } from '../platform/http/errors.ts'
import { okReply } from '../platform/http/route.ts'
import {
  cancelCommand,
  findCommand,
  listOpenCommands,
  requestCommand,
  signCommand,
} from '../modules/operators/desk-command-store.ts'
import { type DeskContext, registerDeskCall } from './desk-http.ts'
import { readAssertion } from './login-routes.ts'
import { refuseByRule } from './refuse-by-rule.ts'

/** Calls to request a command, sign it, let a server run it, or take it back. */
export function commandRoutes(app: FastifyInstance, context: DeskContext): void {
  const { db } = context
  registerDeskCall(app, context, deskCalls.requestCommand, async ({ body, operator, secret }) => {
    const { id, action, reason } = body
    if (!operatorActions[action].roles.some((role) => operator.roles.includes(role))) return refuse('desk.no_right')
    const input = operatorActions[action].input.safeParse(body.input)
    if (!input.success) throw new AppError('errors.malformed')
    const given = { id, action, reason, input: JSON.stringify(input.data) }
    const command = await refuseByRule(requestCommand(db, secret, given))
    if (command === null || 'ok' in command) return command ?? refuse('errors.not_found')
    // Another command has the same id.
    if (command.input !== given.input || command.action !== action) throw new AppError('errors.other_key_body')
    return { ...okReply, command }
  })
  registerDeskCall(app, context, deskCalls.signCommand, async ({ body, secret }) => {
    const command = await refuseByRule(signCommand(db, secret, body.id, readAssertion(body.assertion)))
    if (command === null || 'ok' in command) return command ?? refuse('errors.not_found')
    return { ...okReply, command }
  })
  registerDeskCall(app, context, deskCalls.cancelCommand, async ({ body, secret }) => {
    const isDone = await refuseByRule(cancelCommand(db, secret, body.id, body.reason))
    if (typeof isDone !== 'boolean') return isDone
    return isDone ? okReply : refuse('desk.command_over')
  })
  registerDeskCall(app, context, deskCalls.getCommand, async ({ params, operator: { name, roles } }) => {
    const command = await findCommand(db, params.id)
    if (command === null) return refuse('errors.not_found')
    const isShown =
      command.requestedBy === name || operatorActions[command.action].roles.some((role) => roles.includes(role))
    return isShown ? { ...okReply, command } : refuse('desk.no_right')
  })
  registerDeskCall(app, context, deskCalls.listCommands, async ({ operator }) => ({
    ...okReply,
    commands: await listOpenCommands(db, operator.roles),
  }))
}
