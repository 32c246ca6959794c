import { Link, Outlet } from '@tanstack/react-router'
import { useRef } from 'react'

import { LanguageSwitch, ThemeSwitch } from '../../features/settings/preference-switches.tsx'
import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Logo } from '../../ui/brand/logo.tsx'
import { navLinkClass } from '../../ui/layout/nav-link-class.ts'
import { useKeptFocus } from '../../ui/hooks/use-kept-focus.ts'
import { cx } from '../../ui/styles/cx.ts'
import { ChatLauncher } from '../chat-launcher.tsx'
import { paths } from '../paths.ts'
import { RegisterModalHost } from './register-modal-host.tsx'
import { sitePages } from './site-pages.ts'

export function SiteLayout() {
  const { user } = getBootstrap()
  const main = useRef<HTMLElement>(null)
  useKeptFocus(main)
  return (
    <div className="flex min-h-dvh flex-col">
      <Header />
      <main ref={main} className="mx-auto w-full max-w-6xl flex-1 px-4 sm:px-8">
        <Outlet />
      </main>
      <Footer />
      <ChatLauncher user={user === null ? null : { balance: user.amount }} />
      <RegisterModalHost />
    </div>
  )
}

function Header() {
  const t = useTranslate()
  const lang = useLocaleTag()
  return (
    <header className="mx-auto flex w-full max-w-6xl items-center gap-2 px-4 py-3 sm:px-8 sm:py-4">
      <Link to={paths.site(lang)} className="me-auto flex rounded-field lg:me-8" aria-label="Tradefront">
        <Logo isCompact />
      </Link>
      <nav aria-label={t('shell.nav')} className="me-auto hidden lg:flex">
        {sitePages.map(
          ({ page, text, isInHeader }) =>
            isInHeader && (
              <Link key={page} to={paths.page(lang, page)} className={cx(navLinkClass, 'target rounded-field px-3')}>
                {t(text)}
              </Link>
            ),
        )}
      </nav>
      {getBootstrap().user === null ? (
        <>
          <Link to={paths.login(lang)} className={buttonClass({ tone: 'plain', canWrap: true })}>
            {t('auth.log_in')}
          </Link>
          <Link to={paths.register(lang)} className={buttonClass({ canWrap: true })}>
            {t('auth.open_account')}
          </Link>
        </>
      ) : (
        <a href={paths.trading(lang)} className={buttonClass({ canWrap: true })}>
          {t('shell.to_home')}
        </a>
      )}
    </header>
  )
}

const footerLinkClass = 'flex items-center text-accent-ink hover:underline pointer-coarse:min-h-11'

function Footer() {
  const t = useTranslate()
  const lang = useLocaleTag()
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex w-full max-w-6xl flex-col gap-5 px-4 py-6 text-13 text-muted sm:px-8">
        <nav aria-label={t('shell.footer')} className="flex flex-wrap gap-x-6 gap-y-1">
          {sitePages.map(({ page, text }) => (
            <Link key={page} to={paths.page(lang, page)} className={footerLinkClass}>
              {t(text)}
            </Link>
          ))}
          <Link to={paths.proof(lang)} className={footerLinkClass}>
            {t('shell.page_proof')}
          </Link>
        </nav>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <p className="flex-1 basis-72">
            {t('shell.risk')} {getBootstrap().sandbox && t('shell.sandbox')}
          </p>
          <div className="flex gap-2">
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
        </div>
      </div>
    </footer>
  )
}
