import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ScreenMessage } from '../../ui/feedback/screen-message.tsx'

export function SiteError() {
  const t = useTranslate()
  return (
    <ScreenMessage
      title={t('shell.failed_title')}
      action={
        <Button tone="primary" onPress={() => location.reload()}>
          {t('shell.retry')}
        </Button>
      }
    >
      {t('shell.failed_text')}
    </ScreenMessage>
  )
}
