import { createRootRoute, createRouter, type RouterHistory } from '@tanstack/react-router'

import { PageNotFound } from '../../features/pages/page-not-found.tsx'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ScreenMessage } from '../../ui/feedback/screen-message.tsx'
import { createScreenRoutes } from '../screen-routes.tsx'
import { siteScreens } from '../site-routes.tsx'
import { SiteLayout } from './site-layout.tsx'

/** Prerendering passes its own `history`. */
export function createSiteRouter(history?: RouterHistory) {
  const root = createRootRoute({ component: SiteLayout })
  return createRouter({
    // Prerendering has no address.
    ...(history && { history, origin: 'http://localhost' }),
    routeTree: root.addChildren(createScreenRoutes(root, siteScreens)),
    defaultNotFoundComponent: PageNotFound,
    defaultErrorComponent: SiteError,
    defaultPreload: 'intent',
  })
}

function SiteError() {
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
