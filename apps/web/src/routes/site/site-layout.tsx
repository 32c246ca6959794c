import type { TextKey } from '@tradefront/texts/keys'
import MenuIcon from 'lucide-react/icons/menu'
import { useId, useRef, type ReactNode } from 'react'

import { LanguageSwitch, ThemeSwitch } from '../../features/settings/preference-switches.tsx'
import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { TestSiteBadge } from '../../platform/test-site-badge.tsx'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Logo } from '../../ui/brand/logo.tsx'
import { navLinkClass } from '../../ui/layout/nav-link-class.ts'
import { useKeptFocus } from '../../ui/hooks/use-kept-focus.ts'
import { SkipLink } from '../../ui/layout/skip-link.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { ChatLauncher } from '../chat-launcher.tsx'
import { paths } from '../paths.ts'
import { RegisterModalHost } from './register-modal-host.tsx'

/** Pages of the site in the order of the footer. */
const sitePages: readonly { readonly page: string; readonly text: TextKey; readonly isInHeader?: true }[] = [
  { page: 'about', text: 'shell.page_about', isInHeader: true },
  { page: 'fees', text: 'shell.page_fees', isInHeader: true },
  { page: 'bonus', text: 'shell.page_bonus' },
  { page: 'faq', text: 'shell.page_faq', isInHeader: true },
  { page: 'risk', text: 'shell.risk_link' },
  { page: 'terms', text: 'shell.terms' },
  { page: 'privacy', text: 'shell.page_privacy' },
  { page: 'contacts', text: 'shell.page_contacts', isInHeader: true },
]

export function SiteLayout({ page, children }: { readonly page: string; readonly children: ReactNode }) {
  const t = useTranslate()
  const { user } = getBootstrap()
  const main = useRef<HTMLElement>(null)
  useKeptFocus(main)
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink target={main}>{t('shell.skip')}</SkipLink>
      <Header page={page} />
      <main id="main" ref={main} tabIndex={-1} className="mx-auto w-full max-w-6xl flex-1 px-4 outline-none sm:px-8">
        {children}
      </main>
      <Footer />
      <ChatLauncher page={page} user={user === null ? null : { balance: user.amount }} />
      <RegisterModalHost />
    </div>
  )
}

function Header({ page }: { readonly page: string }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-bg">
      <div className="mx-auto flex w-full max-w-6xl items-center gap-2 px-4 py-2 sm:px-8">
        <a href={paths.site(lang)} className="me-auto flex rounded-field lg:me-8" aria-label="Tradefront">
          <Logo nameFrom="sm" />
        </a>
        <nav aria-label={t('shell.nav')} className="me-auto hidden lg:flex">
          <HeaderLinks page={page} />
        </nav>
        {getBootstrap().sandbox && (
          <span className="max-sm:hidden">
            <TestSiteBadge />
          </span>
        )}
        {getBootstrap().user === null ? (
          <>
            {page !== 'login' && (
              <a href={paths.login(lang)} className={buttonClass({ tone: 'plain', canWrap: true })}>
                {t('auth.log_in')}
              </a>
            )}
            {page !== 'register' && (
              <a href={paths.register(lang)} className={buttonClass({ canWrap: true })}>
                {t('auth.open_account')}
              </a>
            )}
          </>
        ) : (
          <a href={paths.trading(lang)} className={buttonClass({ canWrap: true })}>
            {t('shell.to_home')}
          </a>
        )}
        <PhoneMenu page={page} />
      </div>
    </header>
  )
}

/** Menu of a phone. The browser closes it by Escape and by a press beside it. */
function PhoneMenu({ page }: { readonly page: string }) {
  const t = useTranslate()
  const id = useId()
  const menu = useRef<HTMLElement>(null)
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={t('shell.menu')}
        className={buttonClass({ tone: 'subtle', size: 'icon', className: 'lg:hidden' })}
      >
        <MenuIcon size={20} aria-hidden />
      </button>
      <nav
        ref={menu}
        id={id}
        popover="auto"
        aria-label={t('shell.nav')}
        className="fixed inset-x-0 top-14 m-0 w-full max-w-none border-y border-line bg-float p-2 text-ink shadow-raised open:flex open:flex-col"
      >
        <HeaderLinks page={page} onFollow={() => menu.current?.hidePopover()} />
      </nav>
    </>
  )
}

function HeaderLinks(props: { readonly page: string; readonly onFollow?: () => void }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  return sitePages.map(
    ({ page, text, isInHeader }) =>
      isInHeader && (
        <a
          key={page}
          href={paths.page(lang, page)}
          aria-current={page === props.page ? 'page' : undefined}
          onClick={props.onFollow}
          className={cx(navLinkClass, 'target rounded-field px-3')}
        >
          {t(text)}
        </a>
      ),
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
            <a key={page} href={paths.page(lang, page)} className={footerLinkClass}>
              {t(text)}
            </a>
          ))}
          <a href={paths.proof(lang)} className={footerLinkClass}>
            {t('shell.page_proof')}
          </a>
        </nav>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <p className="flex-1 basis-72">
            {t('shell.risk')} {getBootstrap().sandbox && t('shell.sandbox_site')}
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
