import { chatCalls } from '@tradefront/contract/chat'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'

import { request } from '../../platform/api/request.ts'
import { useTheme } from '../../platform/storage/preferences.ts'
import { useLocaleTag } from '../../platform/i18n/i18n.ts'
import { getCurrentUser, useOptionalUser } from '../../platform/current-user.ts'
import { parseFrameMessage, postToFrame } from './frame-messages.ts'

/** `failed`: the vendor's page did not come, or did not say that it listens. */
export type FrameStatus = 'loading' | 'ready' | 'failed'

/** A page that has come says so at once; one that has not come at all is waited for longer. */
const readyTimeoutMs = 2500
const loadTimeoutMs = 12_000
/** A balance that has changed is told once it has stood still for so long: the server passes one on every two seconds. */
const balanceDelayMs = 2500

export type ChatFrame = {
  readonly ref: RefObject<HTMLIFrameElement | null>
  readonly status: FrameStatus
  /** Goes into the key of the frame: another number loads it anew. */
  readonly attempt: number
  readonly onLoad: () => void
  readonly retry: () => void
}

/** The talk with the page in the frame. `onClose`: left by Escape; `onUnread`: answers that nobody has looked at. */
export function useChatFrame(
  url: string,
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
      // Visitors chat without a token (spec: funding 6).
      const token = getCurrentUser() === null ? null : ((await request(chatCalls.issueToken, {})).token ?? null)
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
  useReportBalance(hasConversation)

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

/** Tells the other end what the trader sees as balance, and again when it changes (spec: account 7). */
function useReportBalance(hasConversation: boolean): void {
  const balance = useOptionalUser()?.balance
  const hasReported = useRef(false)
  useEffect(() => {
    if (!hasConversation || balance === undefined) return
    const reportBalance = (): void => {
      hasReported.current = true
      // The server tells the true balance beside it; that this one did not arrive is not worth a word.
      void request(chatCalls.reportShownBalance, { body: { balance } }).catch(() => undefined)
    }
    const timer = setTimeout(reportBalance, hasReported.current ? balanceDelayMs : 0)
    return () => clearTimeout(timer)
  }, [hasConversation, balance])
}
