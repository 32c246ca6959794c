import type { TextKey } from '@tradefront/texts/keys'
import { Component, type ComponentType, type ReactNode } from 'react'

import { loadTexts, useTranslate } from '../../platform/i18n/i18n.ts'
import { usePageTitle } from '../../platform/page-title.ts'
import { reportError } from '../../platform/telemetry/error-reports.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ScreenMessage } from '../../ui/feedback/screen-message.tsx'
import { getPageName } from '../paths.ts'
import { findSiteScreen } from '../site-routes.ts'
import { SiteLayout } from './site-layout.tsx'

type Page = {
  readonly Content: ComponentType<{ readonly page: string }>
  readonly title?: TextKey | undefined
}

/** Returns the page of an address with everything that it shows at first. */
export async function loadSitePage(pathname: string): Promise<ReactNode> {
  return <SitePage {...await loadPage(pathname)} name={getPageName(pathname)} />
}

async function loadPage(pathname: string): Promise<Page> {
  const screen = findSiteScreen(pathname)
  if (screen === undefined) return { Content: (await import('../../features/pages/page-not-found.tsx')).PageNotFound }
  try {
    const [Content] = await Promise.all([screen.load(), loadTexts(...screen.texts)])
    return { Content, title: screen.title }
  } catch (error) {
    reportError(error)
    return { Content: SiteError }
  }
}

function SitePage({ Content, title, name }: Page & { readonly name: string }) {
  const t = useTranslate()
  usePageTitle(title === undefined ? undefined : t(title))
  return (
    <SiteLayout page={name}>
      <ErrorBoundary>
        <Content page={name} />
      </ErrorBoundary>
    </SiteLayout>
  )
}

/** Shows a failure. `main.tsx` reports the error that it catches. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <SiteError /> : this.props.children
  }
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
