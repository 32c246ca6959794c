import MessageCircle from 'lucide-react/icons/message-circle'
import X from 'lucide-react/icons/x'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { retryImport } from '../../platform/retry-import.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { cx } from '../../ui/styles/cx.ts'
import type { ChatUser } from './use-chat-frame.ts'

const ChatPanel = lazy(async () => ({ default: (await retryImport(() => import('./chat-panel.tsx'))).ChatPanel }))

/**
 * Opens the vendor's page `url` in a frame (spec: funding 2). Beside the content of a wide screen the button floats. On others it is at the
 * end of the page, where it covers nothing. There, an open chat covers the page, so it closes when another page is opened.
 */
export function ChatWidget(props: { readonly url: string; readonly user: ChatUser | null; readonly page: string }) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const [unread, setUnread] = useState(0)
  const coversPage = useMediaQuery('(width < 64rem)')
  const [shownPage, setShownPage] = useState(props.page)
  if (props.page !== shownPage) {
    setShownPage(props.page)
    if (coversPage) setOpen(false)
  }
  const button = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  const corner = useRef<HTMLDivElement>(null)
  useEscape(corner, isOpen, close)
  const name = unread === 0 ? t('chat.open') : `${t('chat.open')}, ${t('chat.unread', { count: unread })}`
  return (
    <div
      ref={corner}
      className={cx(
        'pointer-events-none relative flex lg:z-30 flex-col items-end gap-3 px-4 pb-4 xl:fixed xl:end-4 xl:bottom-4 xl:p-0 print:hidden',
        isOpen ? 'z-30' : 'z-10',
      )}
    >
      {wasOpen && (
        <Suspense fallback={isOpen && <PanelLoading />}>
          <ChatPanel url={props.url} user={props.user} isOpen={isOpen} onClose={close} onUnread={setUnread} />
        </Suspense>
      )}
      <div className="relative">
        <Button
          ref={button}
          tone="primary"
          size="round"
          aria-label={isOpen ? t('chat.close') : name}
          aria-expanded={isOpen}
          onPress={() => {
            setOpen(!isOpen)
            setWasOpen(true)
          }}
          className="pointer-events-auto shadow-raised"
        >
          {isOpen ? <X size={22} aria-hidden /> : <MessageCircle size={22} aria-hidden />}
        </Button>
        {!isOpen && unread > 0 && <UnreadBadge count={unread} />}
      </div>
    </div>
  )
}

function PanelLoading() {
  const t = useTranslate()
  return (
    <p
      role="status"
      className="pointer-events-auto animate-late rounded-card border border-line bg-surface px-4 py-3 text-muted shadow-raised"
    >
      {t('chat.loading')}
    </p>
  )
}

/** Closes the chat by Escape. Inside the frame, the vendor's page handles Escape and sends a message. */
function useEscape(corner: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key === 'Escape' && corner.current?.contains(document.activeElement) === true) close()
  })
  useEffect(() => {
    if (!isOpen) return
    const listener = (event: KeyboardEvent): void => handleKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [isOpen])
}

function UnreadBadge({ count }: { readonly count: number }) {
  const t = useTranslate()
  return (
    <>
      <span
        aria-hidden
        className="pointer-events-none absolute -end-1 -top-1 flex h-5 min-w-5 items-center justify-center rounded-full bg-danger px-1 text-13 font-semibold text-on-danger tabular"
      >
        {Math.min(count, 99)}
      </span>
      <span role="status" className="sr-only">
        {t('chat.unread', { count })}
      </span>
    </>
  )
}
