import { useMutation } from '@tanstack/react-query'
import type { ActionInput, OperatorActionName } from '@tradefront/contract/operator-actions'

import { queryClient } from '../platform/api/query-client.ts'
import { createUuid } from '../platform/create-uuid.ts'
import { translate } from '../platform/i18n/i18n.ts'
import { showError, showToast } from '../platform/toasts.ts'
import { requestCommand, waitForCommand } from './api.ts'

/** Orders an action that needs no signature for many things, each by a command of its own, and says how many were done. */
export function useBulkOrder<N extends OperatorActionName>(action: N, onEnd: () => void) {
  return useMutation({
    mutationFn: async ({ inputs, reason }: { readonly inputs: readonly ActionInput<N>[]; readonly reason: string }) => {
      const commands = []
      for (const input of inputs) commands.push(await requestCommand(createUuid(), action, input, reason))
      const ended = await Promise.all(commands.map(waitForCommand))
      await queryClient.invalidateQueries()
      return ended
    },
    onSuccess: (ended) => {
      const done = ended.filter(({ state }) => state === 'done').length
      const failed = ended.length - done
      const text = translate('desk.bulk_done', { count: done })
      const failure = failed === 0 ? '' : ` ${translate('desk.bulk_failed', { count: failed })}`
      // Another order can end while this message is shown: each has one of its own.
      showToast({ tone: failed === 0 ? 'success' : 'danger', text: `${text}${failure}` })
      onEnd()
    },
    onError: showError,
  })
}
