import type { plainReply } from '@tradefront/contract/wire'
import { useState } from 'react'
import type { output } from 'zod/mini'

import { ApiError } from '../../platform/api/api-error.ts'
import { isLoadedText, translate } from '../../platform/i18n/i18n.ts'

type Failure = { readonly count: number; readonly text: string }

/**
 * One form on its way: what the server said when it took it, else what went wrong. The server's words go before `generic`
 * (spec: funding 8). `onField` hears of each field that the server has marked.
 */
export function useSubmit(fallbackText: string, onFieldError: (name: string, message: string) => void) {
  const [confirmation, setConfirmation] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const showFailure = (text: string): void => setFailure((before) => ({ count: (before?.count ?? 0) + 1, text }))

  const submit = async (sendRequest: () => Promise<output<typeof plainReply>>): Promise<void> => {
    setFailure(null)
    try {
      const reply = await sendRequest()
      if (reply.return) setConfirmation(reply.message ?? '')
      else showFailure(reply.message ?? fallbackText)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showFailure(
        error.message !== '' ? error.message : isLoadedText(error.code) ? translate(error.code) : fallbackText,
      )
      for (const [name, message] of Object.entries(error.fields).toReversed()) onFieldError(name, message)
    }
  }
  return {
    sent: confirmation,
    failure,
    send: submit,
    clearResult: () => {
      setConfirmation(null)
      setFailure(null)
    },
  }
}
