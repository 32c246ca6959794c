import { Link, useLocation } from '@tanstack/react-router'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { getAreaHome, paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { ScreenMessage } from '../../ui/feedback/screen-message.tsx'

export function PageNotFound() {
  const t = useTranslate()
  const title = t('shell.not_found_title')
  usePageTitle(title)
  const home = getAreaHome(useLocation({ select: ({ pathname }) => pathname }))
  return (
    <ScreenMessage
      title={title}
      action={
        <Link to={home} className={buttonClass({ tone: 'primary' })}>
          {t(home === paths.home() ? 'shell.to_home' : 'shell.to_site')}
        </Link>
      }
    >
      {t('shell.not_found_text')}
    </ScreenMessage>
  )
}
