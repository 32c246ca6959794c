import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

export function LoadFailure({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  const t = useTranslate()
  return (
    <Banner tone="danger" action={<Button onPress={onRetry}>{t('shell.retry')}</Button>} isUrgent>
      {text}
    </Banner>
  )
}
