import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { TextKey } from '@tradefront/texts/keys'

import { SwitchToReal } from '../../features/profile/switch-to-real.tsx'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ScreenMessage } from '../../ui/feedback/screen-message.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

export function ScreenError({ reset }: { readonly reset: () => void }) {
  const t = useTranslate()
  const router = useRouter()
  const queryErrors = useQueryErrorResetBoundary()
  const retry = (): void => {
    queryErrors.reset()
    reset()
    void router.invalidate()
  }
  return (
    <ScreenMessage
      title={t('shell.failed_title')}
      action={
        <Button tone="primary" onPress={retry}>
          {t('shell.retry')}
        </Button>
      }
    >
      {t('shell.failed_text')}
    </ScreenMessage>
  )
}

export function ScreenSkeleton() {
  const t = useTranslate()
  return (
    <div className="flex flex-col gap-8">
      <Skeleton className="h-9 w-64" label={t('shell.loading')} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="h-72" />
        <Skeleton className="h-56" />
      </div>
    </div>
  )
}

/** Notice on practice in place of a screen about real money. */
export function RealMoneyNotice(props: { readonly title: TextKey; readonly text: TextKey }) {
  const t = useTranslate()
  return (
    <ScreenMessage title={t(props.title)} action={<SwitchToReal />}>
      {t(props.text)}
    </ScreenMessage>
  )
}
