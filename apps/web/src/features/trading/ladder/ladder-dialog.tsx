import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'

import { getLocale, useTranslate } from '../../../platform/i18n/i18n.ts'
import { ServerFragment } from '../../../platform/server-content/server-fragment.tsx'
import { QueryView } from '../../../platform/query/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { requestLadderUrl } from '../api.ts'
import { closeMessage } from './close-message.ts'

/** Options on a ladder of strikes, in a frame by a signed URL (spec: account 2, 7). */
export function LadderDialog({ symbol, onClose }: { readonly symbol: string; readonly onClose: () => void }) {
  const t = useTranslate()
  return (
    <ServerFragment page="ladder" title={t('trading.ladder')}>
      {({ title, body }) => (
        <Dialog isOpen title={title} onClose={onClose} closeLabel={t('shell.close')}>
          <div className="text-13 text-muted">{body}</div>
          <Frame symbol={symbol} title={title} onClose={onClose} />
        </Dialog>
      )}
    </ServerFragment>
  )
}

/** The server answers in the language of the account, which can be another one. */
function toPageLanguage(url: string): string {
  return url.replace(/^\/[^/]+/, `/${getLocale()}`)
}

function Frame(props: { readonly symbol: string; readonly title: string; readonly onClose: () => void }) {
  const t = useTranslate()
  const { symbol, title, onClose } = props
  const frame = useRef<HTMLIFrameElement>(null)
  // Another URL would load the frame again, and what was chosen in it would be lost.
  const url = useQuery({
    queryKey: ['ladder-url', symbol],
    queryFn: ({ signal }) => requestLadderUrl(symbol, signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const close = useEffectEvent(onClose)
  useEffect(() => {
    // Keys that are pressed in the frame do not reach this page.
    const listener = ({ origin, source, data: message }: MessageEvent): void => {
      const { current } = frame
      if (origin !== location.origin || source !== current?.contentWindow || message !== closeMessage) return
      close()
    }
    window.addEventListener('message', listener)
    return () => window.removeEventListener('message', listener)
  }, [])
  return (
    <QueryView
      query={url}
      name={t('trading.ladder')}
      note={t('trading.open_trades_note')}
      skeleton={<Skeleton className="h-[36rem] opacity-60" />}
    >
      {(loaded) => (
        <iframe
          ref={frame}
          src={toPageLanguage(loaded)}
          title={title}
          className="-mx-2 h-[38rem] max-h-[calc(100dvh-14rem)] min-h-80"
        />
      )}
    </QueryView>
  )
}
