import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** spec: account 8 */
export function LoadFailure({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslate()
  return (
    <Banner
      tone="danger"
      title={t('tournaments.load_failed')}
      action={<Button onPress={onRetry}>{t('shell.retry')}</Button>}
      isUrgent
    >
      {t('tournaments.load_failed_text')}
    </Banner>
  )
}

/** In the shape of what comes. */
export function LeaderboardSkeleton() {
  const t = useTranslate()
  return (
    <div className="flex flex-col gap-8">
      <Skeleton className="h-40" label={t('tournaments.loading')} />
      <Skeleton className="h-96" />
    </div>
  )
}
