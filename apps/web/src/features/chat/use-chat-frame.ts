import { chatCalls } from '@tradefront/contract/chat'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'

import { request } from '../../platform/api/request.ts'
import { useTheme } from '../../platform/storage/preferences.ts'
import { useLocaleTag } from '../../platform/i18n/i18n.ts'
import { parseFrameMessage, postToFrame } from './frame-messages.ts'

/** The user is passed in, because the log-in page has no user queries. */
export type ChatUser = { readonly balance: number }

/** `failed`: the vendor's page did not load, or did not send `ready`. */
export type FrameStatus = 'loading' | 'ready' | 'failed'

/** A loaded page answers at once, but loading takes longer. */
const readyTimeoutMs = 2500
const loadTimeoutMs = 12_000
/** A changed balance is reported after it was stable for this long. */
const balanceDelayMs = 2500

export type ChatFrame = {
  readonly ref: RefObject<HTMLIFrameElement | null>
  readonly status: FrameStatus
  /** React key of the frame: a new number reloads it. */
  readonly attempt: number
  readonly onLoad: () => void
  readonly retry: () => void
}

/** Runs the frame. `onClose` is called when Escape was pressed in it, `onUnread` with the number of unread answers. */
export function useChatFrame(
  url: string,
  user: ChatUser | null,
  isOpen: boolean,
  handlers: { readonly onClose: () => void; readonly onUnread: (count: number) => void },
): ChatFrame {
  const ref = useRef<HTMLIFrameElement>(null)
  const locale = useLocaleTag()
  const theme = useTheme()
  const [status, setStatus] = useState<FrameStatus>('loading')
  const [attempt, setAttempt] = useState(0)
  const [hasConversation, setConversation] = useState(false)
  const timeout = useRef<ReturnType<typeof setTimeout>>(undefined)

  const startTimeout = (ms: number): void => {
    clearTimeout(timeout.current)
    timeout.current = setTimeout(() => setStatus((now) => (now === 'loading' ? 'failed' : now)), ms)
  }
  const sendHello = async (): Promise<void> => {
    try {
      // Spec: funding 6.
      const token = user === null ? null : ((await request(chatCalls.issueToken, {})).token ?? null)
      setStatus('ready')
      postToFrame(ref.current?.contentWindow, url, { type: 'hello', token, locale, theme })
      postToFrame(ref.current?.contentWindow, url, { type: isOpen ? 'shown' : 'hidden' })
    } catch {
      setStatus('failed')
    }
  }
  const handleMessage = useEffectEvent((event: MessageEvent<unknown>): void => {
    const message = parseFrameMessage(event, ref.current?.contentWindow, url)
    if (message === null) return
    switch (message.type) {
      case 'ready':
      case 'token':
        return void sendHello()
      case 'opened':
        return setConversation(true)
      case 'unread':
        return handlers.onUnread(message.count)
      case 'close':
        return handlers.onClose()
    }
  })
  useEffect(() => {
    const listener = (event: MessageEvent<unknown>): void => handleMessage(event)
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])
  const startInitialTimeout = useEffectEvent(() => startTimeout(loadTimeoutMs))
  useEffect(() => {
    startInitialTimeout()
    return () => clearTimeout(timeout.current)
  }, [attempt])
  useEffect(() => {
    if (status !== 'ready') return
    postToFrame(ref.current?.contentWindow, url, { type: isOpen ? 'shown' : 'hidden' })
    if (isOpen) ref.current?.focus()
  }, [isOpen, status, url])
  useEffect(() => {
    if (status === 'ready') postToFrame(ref.current?.contentWindow, url, { type: 'look', locale, theme })
  }, [locale, theme, status, url])
  useReportBalance(user, hasConversation)

  return {
    ref,
    status,
    attempt,
    onLoad: () => {
      if (status === 'loading') startTimeout(readyTimeoutMs)
    },
    retry: () => {
      setStatus('loading')
      setAttempt((count) => count + 1)
    },
  }
}

/** Reports the balance that the user sees (spec: account 7). */
function useReportBalance(user: ChatUser | null, hasConversation: boolean): void {
  const balance = user?.balance
  const hasReported = useRef(false)
  useEffect(() => {
    if (!hasConversation || balance === undefined) return
    const reportBalance = (): void => {
      hasReported.current = true
      // Support also sees the true balance.
      void request(chatCalls.reportShownBalance, { body: { balance } }).catch(() => undefined)
    }
    const timer = setTimeout(reportBalance, hasReported.current ? balanceDelayMs : 0)
    return () => clearTimeout(timer)
  }, [hasConversation, balance])
}
