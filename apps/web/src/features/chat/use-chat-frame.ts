import { chatCalls } from '@tradefront/contract/chat'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'

import { request } from '../../platform/api/request.ts'
import { useTheme } from '../../platform/storage/preferences.ts'
import { useLocaleTag } from '../../platform/i18n/i18n.ts'
import { currentUser, useUserIfAny } from '../../platform/current-user.ts'
import { readFrame, tellFrame } from './frame-messages.ts'

/** `failed`: the vendor's page did not come, or did not say that it listens. */
export type FrameStatus = 'loading' | 'ready' | 'failed'

/** A page that has come says so at once; one that has not come at all is waited for longer. */
const loadedPatienceMs = 2500
const patienceMs = 12_000
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
  on: { readonly onClose: () => void; readonly onUnread: (count: number) => void },
): ChatFrame {
  const ref = useRef<HTMLIFrameElement>(null)
  const locale = useLocaleTag()
  const theme = useTheme()
  const [status, setStatus] = useState<FrameStatus>('loading')
  const [attempt, setAttempt] = useState(0)
  const [hasConversation, setConversation] = useState(false)
  const patience = useRef<ReturnType<typeof setTimeout>>(undefined)

  const wait = (ms: number): void => {
    clearTimeout(patience.current)
    patience.current = setTimeout(() => setStatus((now) => (now === 'loading' ? 'failed' : now)), ms)
  }
  const hello = async (): Promise<void> => {
    try {
      // Visitors chat without a token (spec: funding 6).
      const token = currentUser() === null ? null : ((await request(chatCalls.token, {})).token ?? null)
      setStatus('ready')
      tellFrame(ref.current?.contentWindow, url, { type: 'hello', token, locale, theme })
      tellFrame(ref.current?.contentWindow, url, { type: isOpen ? 'shown' : 'hidden' })
    } catch {
      setStatus('failed')
    }
  }
  const hear = useEffectEvent((event: MessageEvent<unknown>): void => {
    const said = readFrame(event, ref.current?.contentWindow, url)
    if (said === null) return
    switch (said.type) {
      case 'ready':
      case 'token':
        return void hello()
      case 'opened':
        return setConversation(true)
      case 'unread':
        return on.onUnread(said.count)
      case 'close':
        return on.onClose()
    }
  })
  useEffect(() => {
    const listener = (event: MessageEvent<unknown>): void => hear(event)
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])
  const begin = useEffectEvent(() => wait(patienceMs))
  useEffect(() => {
    begin()
    return () => clearTimeout(patience.current)
  }, [attempt])
  useEffect(() => {
    if (status !== 'ready') return
    tellFrame(ref.current?.contentWindow, url, { type: isOpen ? 'shown' : 'hidden' })
    if (isOpen) ref.current?.focus()
  }, [isOpen, status, url])
  useEffect(() => {
    if (status === 'ready') tellFrame(ref.current?.contentWindow, url, { type: 'look', locale, theme })
  }, [locale, theme, status, url])
  useBalanceTold(hasConversation)

  return {
    ref,
    status,
    attempt,
    onLoad: () => {
      if (status === 'loading') wait(loadedPatienceMs)
    },
    retry: () => {
      setStatus('loading')
      setAttempt((count) => count + 1)
    },
  }
}

/** Tells the other end what the trader sees as balance, and again when it changes (spec: account 7). */
function useBalanceTold(hasConversation: boolean): void {
  const balance = useUserIfAny()?.amount
  const isTold = useRef(false)
  useEffect(() => {
    if (!hasConversation || balance === undefined) return
    const tell = (): void => {
      isTold.current = true
      // The server tells the true balance beside it; that this one did not arrive is not worth a word.
      void request(chatCalls.balance, { body: { balance } }).catch(() => undefined)
    }
    const timer = setTimeout(tell, isTold.current ? balanceDelayMs : 0)
    return () => clearTimeout(timer)
  }, [hasConversation, balance])
}
