import { useTranslate } from '../../platform/i18n/i18n.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { getAreaHome } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { ScreenMessage } from '../../ui/feedback/screen-message.tsx'

export function PageNotFound() {
  const t = useTranslate()
  const title = t('shell.not_found_title')
  usePageTitle(title)
  const home = getAreaHome(location.pathname)
  return (
    <ScreenMessage
      title={title}
      action={
        <a href={home} className={buttonClass({ tone: 'primary' })}>
          {t(home.startsWith('#') ? 'shell.to_home' : 'shell.to_site')}
        </a>
      }
    >
      {t('shell.not_found_text')}
    </ScreenMessage>
  )
}
