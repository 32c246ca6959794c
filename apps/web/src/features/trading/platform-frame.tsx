import { type ReactNode, useEffect, useState } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** A page that does not load fires no event, so a message is shown after this time. */
const slowAfterMs = 8000

/** Shows another trading platform, which replaces ours (spec: account 1). */
export function PlatformFrame(props: { readonly url: string; readonly notices?: ReactNode }) {
  const { url, notices } = props
  const t = useTranslate()
  const [state, setState] = useState<'loading' | 'slow' | 'loaded'>('loading')
  useEffect(() => {
    const timer = setTimeout(() => setState((current) => (current === 'loading' ? 'slow' : current)), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <h1 tabIndex={-1} className="sr-only">
        {t('trading.platform_title')}
      </h1>
      {notices}
      {state === 'slow' && (
        <Banner
          tone="warn"
          className="m-3"
          action={
            <a href={url} target="_blank" rel="noreferrer" className={buttonClass({ size: 'sm' })}>
              {t('trading.platform_open')}
            </a>
          }
        >
          {t('trading.platform_slow')}
        </Banner>
      )}
      <div className="relative min-h-120 flex-1">
        <iframe
          src={url}
          title={t('trading.platform_title')}
          onLoad={() => setState('loaded')}
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads"
          allow="fullscreen; clipboard-write"
          className="absolute inset-0 size-full border-0"
        />
        {state !== 'loaded' && (
          <Skeleton className="absolute inset-0 size-full rounded-none" label={t('shell.loading')} />
        )}
      </div>
    </div>
  )
}
