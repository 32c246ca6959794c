import { Link } from '@tanstack/react-router'

import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { ScreenMessage } from '../../ui/feedback/screen-message.tsx'
import { paths } from '../paths.ts'

export function SiteNotFound() {
  const t = useTranslate()
  const lang = useLocaleTag()
  return (
    <ScreenMessage
      title={t('shell.not_found_title')}
      action={
        <Link to={paths.site(lang)} className={buttonClass({ tone: 'primary' })}>
          {t('shell.to_site')}
        </Link>
      }
    >
      {t('shell.not_found_text')}
    </ScreenMessage>
  )
}

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
