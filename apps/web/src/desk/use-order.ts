import { useMutation } from '@tanstack/react-query'
import type { CommandView } from '@tradefront/contract/desk'
import type { ActionInput, OperatorActionName } from '@tradefront/contract/operator-actions'

import { createUuid } from '../platform/create-uuid.ts'
import { translate } from '../platform/i18n/i18n.ts'
import { showError, showToast } from '../platform/toasts.ts'
import { orderCommand, requestCommand } from './api.ts'
import { describeEnd } from './describe-command.ts'

type Order<N extends OperatorActionName> = {
  readonly input: ActionInput<N>
  /** Reason for the audit trail. */
  readonly reason: string
  /** Message when it is done, if the screen does not show that. */
  readonly done?: string
}

/**
 * Orders an action without a dialog, and says how it ended.
 * @param onDone called only if it was done
 */
export function useOrder<N extends OperatorActionName>(action: N, onDone?: (command: CommandView) => void) {
  return useMutation({
    mutationFn: async ({ input, reason }: Order<N>) =>
      orderCommand(await requestCommand(createUuid(), action, input, reason)),
    onSuccess: (command, { done }) => {
      if (command.state === 'done') {
        if (done !== undefined) showToast({ tone: 'success', text: done, id: 'order' })
        onDone?.(command)
        return
      }
      const { tone, title, ...end } = describeEnd(translate, command)
      const text = 'children' in end ? `${title} ${end.children}` : title
      showToast({ tone: tone === 'danger' ? 'danger' : 'info', text, id: 'order' })
    },
    onError: showError,
  })
}
