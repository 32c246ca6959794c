import X from 'lucide-react/icons/x'
import { useState } from 'react'

import { useTheme } from '../../platform/storage/preferences.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { getPageHref } from '../../routes/paths.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { buildFrameUrl } from './frame-messages.ts'
import { useChatFrame, type ChatFrame, type ChatUser } from './use-chat-frame.ts'

/** Panel of the chat. It stays mounted to keep drafts and count unread answers. */
export function ChatPanel(props: {
  readonly url: string
  readonly user: ChatUser | null
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onUnread: (count: number) => void
}) {
  const t = useTranslate()
  const frame = useChatFrame(props.url, props.user, props.isOpen, { onClose: props.onClose, onUnread: props.onUnread })
  return (
    <section
      role="dialog"
      aria-label={t('chat.title')}
      hidden={!props.isOpen}
      className="pointer-events-auto flex h-[min(34rem,calc(100dvh-6rem))] max-lg:h-[min(34rem,calc(100dvh-7rem))] landscape-phone:h-[calc(100dvh-1rem)] w-[min(23rem,calc(100vw-2rem))] animate-rise flex-col overflow-hidden rounded-card border border-line bg-surface shadow-raised max-xl:fixed max-xl:end-4 max-xl:bottom-4 max-xl:z-10 max-lg:end-2 max-lg:bottom-[calc(4rem+env(safe-area-inset-bottom))] max-lg:w-[min(28rem,calc(100vw-1rem))] landscape-phone:bottom-2"
    >
      <div className="flex items-center justify-between gap-2 border-b border-line px-4 py-3">
        <h2 className="font-semibold">{t('chat.title')}</h2>
        {/* The panel can cover the button at the end of the page. */}
        <IconButton label={t('chat.close')} onClick={props.onClose} className="-my-1 xl:hidden">
          <X size={18} aria-hidden />
        </IconButton>
      </div>
      <div className="relative flex-1">
        {frame.status === 'failed' ? <ChatFailed onRetry={frame.retry} /> : <Frame url={props.url} frame={frame} />}
      </div>
    </section>
  )
}

function Frame({ url, frame }: { readonly url: string; readonly frame: ChatFrame }) {
  const t = useTranslate()
  // Later changes of language and theme are sent as messages, so the URL must stay the same.
  const [locale] = useState(useLocaleTag())
  const [theme] = useState(useTheme())
  return (
    <>
      <iframe
        key={frame.attempt}
        ref={frame.ref}
        src={buildFrameUrl(url, locale, theme)}
        title={t('chat.title')}
        onLoad={frame.onLoad}
        sandbox="allow-scripts allow-same-origin allow-forms"
        referrerPolicy="no-referrer"
        allow=""
        className={cx('absolute inset-0 size-full', frame.status === 'loading' && 'invisible')}
      />
      {frame.status === 'loading' && (
        <p role="status" className="absolute inset-0 flex animate-late items-center justify-center text-muted">
          {t('chat.loading')}
        </p>
      )}
    </>
  )
}

function ChatFailed({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslate()
  return (
    <div role="alert" className="flex h-full flex-col items-start justify-center gap-4 p-6">
      <div className="flex flex-col gap-1">
        <p className="text-17 font-semibold">{t('chat.failed_title')}</p>
        <p className="text-muted">{t('chat.failed_text')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" onPress={onRetry}>
          {t('chat.retry')}
        </Button>
        <a href={getPageHref(location.pathname, 'contacts')} className={buttonClass({})}>
          {t('chat.write')}
        </a>
      </div>
    </div>
  )
}
