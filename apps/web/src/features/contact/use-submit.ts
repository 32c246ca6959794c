import type { plainReply } from '@tradefront/contract/wire'
import { useState } from 'react'
import type { output } from 'zod/mini'

import { ApiError } from '../../platform/api/api-error.ts'
import { isLoadedText, say } from '../../platform/i18n/i18n.ts'

type Failure = { readonly count: number; readonly text: string }

/**
 * One form on its way: what the server said when it took it, else what went wrong. The server's words go before `generic`
 * (spec: funding 8). `onField` hears of each field that the server has marked.
 */
export function useSending(generic: string, onField: (name: string, message: string) => void) {
  const [sent, setSent] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const fail = (text: string): void => setFailure((before) => ({ count: (before?.count ?? 0) + 1, text }))

  const send = async (post: () => Promise<output<typeof plainReply>>): Promise<void> => {
    setFailure(null)
    try {
      const reply = await post()
      if (reply.return) setSent(reply.message ?? '')
      else fail(reply.message ?? generic)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      fail(error.message !== '' ? error.message : isLoadedText(error.code) ? say(error.code) : generic)
      for (const [name, message] of Object.entries(error.fields).toReversed()) onField(name, message)
    }
  }
  return {
    sent,
    failure,
    send,
    again: () => {
      setSent(null)
      setFailure(null)
    },
  }
}
