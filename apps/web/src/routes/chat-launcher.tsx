import { isChatShown } from '@tradefront/rules/chat/visibility'
import { lazy, Suspense, useSyncExternalStore, type ReactNode } from 'react'

import { getBootstrap } from '../platform/api/bootstrap.ts'
import { isMobileApp, isPhoneScreen } from '../platform/device.ts'
import { loadTexts } from '../platform/i18n/i18n.ts'
import { getPageName } from './paths.ts'
import { retryImport } from '../platform/retry-import.ts'

const ChatWidget = lazy(() =>
  retryImport(() => Promise.all([import('../features/chat/chat-widget.tsx'), loadTexts('chat')])).then(([module]) => ({
    default: module.ChatWidget,
  })),
)

/** The chat, where the settings let it be (spec: funding 2). It comes after everything that the page is for. */
export function ChatLauncher(props: {
  readonly pathname: string
  readonly renderContactLink: (text: string) => ReactNode
  readonly isRaised: boolean
}) {
  const isLoaded = useSyncExternalStore(subscribeToPageLoad, isPageLoaded, () => false)
  if (!isLoaded) return null
  const { settings, chat_url: url, mobile } = getBootstrap()
  const place = { page: getPageName(props.pathname), isMobile: mobile || isPhoneScreen(), isApp: isMobileApp() }
  if (!isChatShown(settings, place)) return null
  return (
    <Suspense>
      <ChatWidget url={url} renderContactLink={props.renderContactLink} isRaised={props.isRaised} />
    </Suspense>
  )
}

function isPageLoaded(): boolean {
  return document.readyState === 'complete'
}

function subscribeToPageLoad(onLoad: () => void): () => void {
  window.addEventListener('load', onLoad)
  return () => window.removeEventListener('load', onLoad)
}
