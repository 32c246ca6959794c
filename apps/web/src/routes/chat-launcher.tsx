import { isChatShown } from '@tradefront/rules/chat/visibility'
import { lazy, Suspense, useSyncExternalStore } from 'react'

import type { ChatUser } from '../features/chat/use-chat-frame.ts'
import { getBootstrap } from '../platform/api/bootstrap.ts'
import { isMobileApp } from '../platform/device.ts'
import { loadTexts } from '../platform/i18n/i18n.ts'
import { retryImport } from '../platform/retry-import.ts'

const ChatWidget = lazy(async () => {
  const [{ ChatWidget: Loaded }] = await retryImport(() =>
    Promise.all([import('../features/chat/chat-widget.tsx'), loadTexts('chat')]),
  )
  return { default: Loaded }
})

/** The chat, which is loaded after the rest of the page (spec: funding 2). */
export function ChatLauncher({ page, user }: { readonly page: string; readonly user: ChatUser | null }) {
  const isLoaded = useSyncExternalStore(subscribeToPageLoad, isPageLoaded, () => false)
  if (!isLoaded) return null
  const { settings, chatUrl: url, mobile } = getBootstrap()
  const place = { page, isMobile: mobile, isApp: isMobileApp() }
  if (!isChatShown(settings, place)) return null
  return (
    <Suspense>
      <ChatWidget url={url} user={user} page={page} />
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
