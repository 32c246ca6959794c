import { queryOptions } from '@tanstack/react-query'
import {
  type CommandView,
  type ConfirmedState,
  deskCalls,
  type DeskOperator,
  type WithdrawalRow,
} from '@tradefront/contract/desk'
import { type ActionInput, operatorActions, type OperatorActionName } from '@tradefront/contract/operator-actions'

import { ApiError } from '../platform/api/api-error.ts'
import { callKey } from '../platform/api/call-query.ts'
import { translate } from '../platform/i18n/i18n.ts'
import { performCall } from '../platform/api/perform-call.ts'
import { queryClient } from '../platform/api/query-client.ts'
import { syncServerClock } from '../platform/clock.ts'
import { follow } from './live.ts'
import type { PagedList } from './paged-list.ts'
import { signWithPasskey } from './passkeys.ts'

/** The operator of the session, or null without one. */
export const deskOperatorQuery = queryOptions({
  queryKey: callKey(deskCalls.getOperator),
  queryFn: async (): Promise<DeskOperator | null> => {
    try {
      const { operator, now } = await performCall(deskCalls.getOperator, {})
      syncServerClock(now)
      return operator
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null
      throw error
    }
  },
  staleTime: Infinity,
})

export const withdrawalList = (state: ConfirmedState | undefined): PagedList<WithdrawalRow> => ({
  key: callKey(deskCalls.listWithdrawals, { query: { state } }),
  load: async (before, signal) => {
    const { withdrawals, hasMore } = await performCall(deskCalls.listWithdrawals, { query: { state, before }, signal })
    return { rows: withdrawals, hasMore }
  },
  toCursor: ({ id }) => id,
  topics: ['withdrawals'],
})

export const withdrawalQuery = (id: string) =>
  queryOptions({
    queryKey: callKey(deskCalls.getWithdrawal, { params: { id } }),
    queryFn: async () => (await performCall(deskCalls.getWithdrawal, { params: { id } })).withdrawal ?? null,
    ...follow(['withdrawals']),
  })

export const openCommandsQuery = queryOptions({
  queryKey: callKey(deskCalls.listCommands),
  queryFn: async () => (await performCall(deskCalls.listCommands, {})).commands,
  ...follow(['commands']),
})

/** A server needs at most this long to do what was signed. After that, the list says how it ended. */
const runLimitMs = 15_000
const pollMs = 300

/** Asks for a command. A repeated request with the same id returns the same command. */
export async function requestCommand<N extends OperatorActionName>(
  id: string,
  action: N,
  input: ActionInput<N>,
  reason: string,
): Promise<CommandView> {
  const { command } = await performCall(deskCalls.requestCommand, { body: { id, action, input, reason } })
  return requireCommand(command)
}

/**
 * Signs a command if its action needs that, and waits until a server has done it.
 * @throws ApiError, and a DOMException if the operator gives up
 */
export async function orderCommand(asked: CommandView): Promise<CommandView> {
  const signed = operatorActions[asked.action].proof === 'passkey' ? await signCommand(asked) : asked
  const command = await waitForCommand(signed)
  await queryClient.invalidateQueries()
  return command
}

/** Waits until a server has done what is ready. */
export async function waitForCommand(asked: CommandView): Promise<CommandView> {
  let command = asked
  for (const until = Date.now() + runLimitMs; command.state === 'ready' && Date.now() < until;) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    command = requireCommand((await performCall(deskCalls.getCommand, { params: { id: asked.id } })).command)
  }
  return command
}

async function signCommand({ id, requestedBy, action, input, reason, signedText }: CommandView): Promise<CommandView> {
  // Only the text that is shown is signed.
  if (signedText !== ['Tradefront command 1', id, requestedBy, action, input, reason].join('\n'))
    throw new ApiError('refused', 200, 'desk.changed', translate('desk.changed'))
  const challenge = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(signedText)))
  const assertion = await signWithPasskey(challenge)
  return requireCommand((await performCall(deskCalls.signCommand, { body: { id, assertion } })).command)
}

function requireCommand(command: CommandView | undefined): CommandView {
  if (command === undefined) throw new ApiError('transport', 200, 'auth.server_error', '')
  return command
}
