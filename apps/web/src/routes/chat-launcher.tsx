import { isChatShown } from '@tradefront/rules/chat/visibility'
import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react'

import { boot } from '../platform/api/bootstrap.ts'
import { isMobileApp, isPhone } from '../platform/device.ts'
import { loadTexts } from '../platform/i18n/i18n.ts'
import { pageName } from './paths.ts'
import { persistently } from '../platform/retry-import.ts'

const ChatWidget = lazy(() =>
  persistently(() => Promise.all([import('../features/chat/chat-widget.tsx'), loadTexts('chat')])).then(([module]) => ({
    default: module.ChatWidget,
  })),
)

/** The chat, where the settings let it be (spec: funding 2). It comes after everything that the page is for. */
export function ChatCorner(props: {
  readonly pathname: string
  readonly instead: (text: string) => ReactNode
  readonly isRaised: boolean
}) {
  const isLoaded = useSyncExternalStore(whenLoaded, isPageLoaded, () => false)
  if (!isLoaded) return null
  const { settings, chat_url: url, mobile } = boot()
  const place = { page: pageName(props.pathname), isMobile: mobile || isPhone(), isApp: isMobileApp() }
  if (!isChatShown(settings, place)) return null
  return (
    <Suspense>
      <ChatWidget url={url} instead={props.instead} isRaised={props.isRaised} />
    </Suspense>
  )
}

function isPageLoaded(): boolean {
  return document.readyState === 'complete'
}

function whenLoaded(tell: () => void): () => void {
  window.addEventListener('load', tell)
  return () => window.removeEventListener('load', tell)
}
