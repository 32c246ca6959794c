import { type ActionInput, operatorActions, type OperatorActionName } from '@tradefront/contract/operator-actions'

import pg from 'pg'

import type { ActionHandlers, AppContext, Signers } from '../../context.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'
import { listReadyCommands, refuseCommand, recountCommand, type ReadyCommand } from './command-store.ts'

/** How many commands are run at once: the others wait for the next run. */
const batchSize = 20

/** Runs what operators have signed at the desk. Of two servers that try, the database lets one. */
export async function runReadyCommands(context: AppContext): Promise<void> {
  for (const command of await listReadyCommands(context.db, batchSize)) {
    await runCommand(context, command).catch(async (error: unknown) => {
      // Another server has done the command, or it needs more signatures than when it was signed.
      if (getViolatedConstraint(error) === 'operator_commands_signed') return recountCommand(context.db, command.id, 1)
      context.onError(error)
      // A command that fails has changed nothing: its effect and its end are one transaction. Without an answer of the database, the next
      // run tries again.
      if (!isPassing(error)) await refuseCommand(context.db, command.id, 'errors.fault')
    })
  }
}

/** Returns whether the database gave no answer, or another transaction was in the way. */
function isPassing(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(?:40|55|57)/.test(error.code ?? '')
  return error instanceof Error && /connection|timeout/i.test(error.message)
}

async function runCommand(context: AppContext, { id, action, input, actor, signers }: ReadyCommand): Promise<void> {
  const run = findRun(context.actions, action, input)
  if (run === null) return refuseCommand(context.db, id, 'errors.malformed')
  const result = await run(context, { actor, commandId: id, signers })
  if (result === 'needs_second') await recountCommand(context.db, id, 2)
  else if (!result.ok) await refuseCommand(context.db, id, result.code)
}

/**
 * Binds the input to the handler of the action. Returns null for an input that the desk has not checked. @throws for an action without a
 * handler
 */
function findRun<N extends OperatorActionName>(handlers: ActionHandlers, action: N, input: string) {
  const handler = handlers[action]
  if (handler === undefined) throw new Error(`invariant: no module does ${action}`)
  const read = operatorActions[action].input.safeParse(JSON.parse(input))
  if (!read.success) return null
  const parsed = read.data as ActionInput<N>
  return (context: AppContext, by: Signers) => handler(context, parsed, by)
}
