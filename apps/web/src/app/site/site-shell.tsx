import { Link, Outlet } from '@tanstack/react-router'

import { LanguageSwitch, ThemeSwitch } from '../../features/settings/preferences.tsx'
import { boot } from '../../platform/boot.ts'
import { useLocaleTag, useTexts } from '../../platform/texts.ts'
import { Logo } from '../../ui/logo.tsx'
import { paths } from '../paths.ts'

/** The frame of the pages in front of the door. */
export function SiteShell() {
  const t = useTexts()
  const lang = useLocaleTag()
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex w-full max-w-6xl items-center justify-between gap-2 px-4 py-4 sm:px-8">
        <Link to={paths.login(lang)} className="flex rounded-field" aria-label="Tradefront">
          <Logo />
        </Link>
        <div className="flex items-center gap-2">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      <main className="mx-auto w-full max-w-6xl flex-1 px-4 sm:px-8">
        <Outlet />
      </main>
      <footer className="mx-auto flex w-full max-w-6xl flex-wrap items-baseline gap-x-6 gap-y-2 px-4 py-6 text-13 text-muted sm:px-8">
        <p className="flex-1 basis-72">
          {t('shell.risk')} {boot().sandbox && t('shell.sandbox')}
        </p>
        <Link to={paths.page(lang, 'risk')} className="text-accent-ink hover:underline">
          {t('shell.risk_link')}
        </Link>
        <Link to={paths.page(lang, 'terms')} className="text-accent-ink hover:underline">
          {t('shell.terms')}
        </Link>
      </footer>
    </div>
  )
}
