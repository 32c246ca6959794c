import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { getFullName } from '@tradefront/contract/domain/profile'
import { isAllSimulated } from '@tradefront/rules/deposits/funding-tabs'
import CircleUser from 'lucide-react/icons/circle-user'
import { useEffect, useRef } from 'react'

import { logOut } from '../../features/auth/log-out.ts'
import { ConnectionBanner } from '../../features/live/connection-banner.tsx'
import { AccountSwitch } from '../../features/profile/account-switch.tsx'
import { HeaderWageringProgress } from '../../features/profile/header-wagering-progress.tsx'
import { MenuPlacesContext } from '../../features/profile/menu-places.ts'
import { OtherAccountNotice } from '../../features/profile/other-account-notice.tsx'
import { UserMenu } from '../../features/profile/user-menu.tsx'
import { AnswerAnnouncer } from '../../features/support/answer-announcer.tsx'
import { AlertToasts } from '../../features/trading/price-alerts/alert-toasts.tsx'
import { LanguageSwitch, ThemeSwitch } from '../../features/settings/preference-switches.tsx'
import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { isPlatformEmbedded } from '../../platform/embedded-platform.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { useUser } from '../../platform/current-user.ts'
import { MaintenanceBanner } from '../../platform/maintenance-banner.tsx'
import { TestSiteBadge } from '../../platform/test-site-badge.tsx'
import { showError } from '../../platform/toasts.ts'
import { Logo } from '../../ui/brand/logo.tsx'
import { navTabClass } from '../../ui/layout/nav-link-class.ts'
import { useKeptFocus } from '../../ui/hooks/use-kept-focus.ts'
import { SkipLink } from '../../ui/layout/skip-link.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { ChatLauncher } from '../chat-launcher.tsx'
import { getPageName, paths } from '../paths.ts'
import { getScreenPath, type Screen } from './define-screen.ts'
import { BottomNav, type NavItem } from './bottom-nav.tsx'
import { isInWallet, WalletTabs } from './wallet-tabs.tsx'

/** Classes of the frame, which the shell that is painted before the scripts also has. */
export const frameClasses = {
  header: 'sticky top-0 z-20 border-b border-line bg-surface',
  headerRow: 'flex h-14 w-full items-center gap-2 px-4 md:h-16 landscape-phone:h-11',
  main: 'mx-auto w-full max-w-6xl flex-1 px-4 py-6 sm:px-8 sm:py-8',
} as const

/** Line with the name in a narrow window. */
export const nameLineClass = 'flex items-center justify-between gap-3 px-4 pb-1.5 text-13 leading-4 md:hidden'

export const footerClasses = {
  footer: 'border-t border-line',
  row: 'mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-6 gap-y-3 px-4 py-5 text-13 text-muted sm:px-8',
  risk: 'flex-1 basis-72',
} as const

export function listNavItems(screens: readonly Screen[]): NavItem[] {
  return screens.flatMap((screen) => (screen.menu === undefined ? [] : [{ ...screen.menu, to: getScreenPath(screen) }]))
}

export function TradingLayout({ screens }: { readonly screens: readonly Screen[] }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const navItems = listNavItems(screens)
  const account = { to: paths.show('account'), text: 'profile.home', Icon: CircleUser, isUnderName: true } as const
  const places = [account, ...navItems].map(({ to, text, Icon, isUnderName = false }) => ({
    id: to,
    label: t(text),
    icon: <Icon size={16} aria-hidden />,
    isUnderName,
    onAction: () => void navigate({ to }),
  }))
  return (
    <MenuPlacesContext value={places}>
      <Frame screens={screens} navItems={navItems} />
    </MenuPlacesContext>
  )
}

function Frame({ screens, navItems }: { readonly screens: readonly Screen[]; readonly navItems: readonly NavItem[] }) {
  const t = useTranslate()
  const main = useFocusOnNavigation()
  const isFullWidth = useFullWidth(screens)
  const pathname = useShownPath()
  useKeptFocus(main)
  return (
    // The height of the header is that of its rows below.
    <div className="flex min-h-dvh flex-col [--header:4.875rem] md:[--header:4rem] landscape-phone:[--header:2.75rem]">
      <SkipLink target={main}>{t('shell.skip')}</SkipLink>
      <div
        // The footer is below the window, so that content that loads does not move it.
        className={cx(
          'flex flex-1 shrink-0 flex-col lg:min-h-dvh landscape-phone:min-h-dvh',
          isFullWidth ? 'min-h-[calc(100dvh-3.5rem)]' : 'min-h-dvh',
        )}
      >
        <Header navItems={navItems} isFullWidth={isFullWidth} isWallet={isInWallet(pathname)} />
        <ConnectionBanner />
        <MaintenanceBanner isCompact={isFullWidth} />
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className={cx('outline-none', isFullWidth ? 'flex min-h-0 flex-1 flex-col' : frameClasses.main)}
        >
          {isInWallet(pathname) && (
            <div className="mb-6">
              <WalletTabs />
            </div>
          )}
          <Outlet />
        </main>
      </div>
      <Footer isBelowScreen={isFullWidth && !isPlatformEmbedded()} />
      <ChatLauncher
        page={useRouterState({ select: ({ location }) => getPageName(location.pathname) })}
        user={useUser()}
      />
      <AnswerAnnouncer openTicketId={useOpenTicketId()} />
      <AlertToasts isTradingShown={pathname === paths.home() && !isPlatformEmbedded()} />
      {/* This leaves room for the bottom navigation. */}
      <div
        className={cx(
          'lg:hidden landscape-phone:hidden print:hidden',
          isFullWidth ? 'h-[calc(3.5rem+env(safe-area-inset-bottom))]' : 'h-20',
        )}
      />
      <BottomNav navItems={navItems} isWallet={isInWallet(pathname)} />
      <PracticeFrame />
    </div>
  )
}

/** Frame around the window while practice is shown, in addition to the name of the account in the header. */
function PracticeFrame() {
  const { isPractice } = useUser()
  return (
    isPractice && (
      <div aria-hidden className="pointer-events-none fixed inset-0 z-50 border-2 border-practice print:hidden" />
    )
  )
}

function useOpenTicketId(): string | null {
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  return /^\/show\/support\/([\w-]+)$/.exec(pathname)?.[1] ?? null
}

/** Returns the path of the screen on display, which is not the one that is loading, or of the first one. */
function useShownPath(): string {
  return useRouterState({ select: ({ location, resolvedLocation }) => (resolvedLocation ?? location).pathname })
}

function useFullWidth(screens: readonly Screen[]): boolean {
  const pathname = useShownPath()
  return screens.some((screen) => screen.isFullWidth === true && getScreenPath(screen) === pathname)
}

function Header(props: {
  readonly navItems: readonly NavItem[]
  readonly isFullWidth: boolean
  readonly isWallet: boolean
}) {
  const t = useTranslate()
  const { navItems, isFullWidth, isWallet } = props
  return (
    <header className={cx(frameClasses.header, isFullWidth && 'landscape-phone:static')}>
      <div className={frameClasses.headerRow}>
        <Link
          to={paths.home()}
          className="me-6 flex rounded-field pointer-coarse:-my-2 pointer-coarse:-ms-2 pointer-coarse:me-4 pointer-coarse:p-2 landscape-phone:me-0"
          aria-label={`Tradefront, ${t('profile.trade')}`}
        >
          <Logo nameFrom="xl" />
        </Link>
        <nav
          aria-label={t('profile.nav')}
          className="hidden h-full min-w-0 overflow-x-auto lg:flex landscape-phone:flex"
        >
          {navItems
            .filter(({ isUnderName }) => isUnderName !== true)
            .map(({ to, text }) => (
              <Link
                key={to}
                to={to}
                className={cx(
                  navTabClass,
                  'h-full whitespace-nowrap landscape-phone:px-2',
                  to === paths.show('history') && isWallet && 'border-accent font-medium text-ink',
                )}
              >
                {t(text)}
              </Link>
            ))}
        </nav>
        <div className="flex min-w-0 flex-1 items-center justify-end gap-1 sm:gap-3">
          {getBootstrap().sandbox && <TestSiteBadge />}
          <HeaderWageringProgress />
          <AccountSwitch />
          <span aria-hidden className="hidden h-6 w-px bg-line sm:block" />
          <UserMenu onLogOut={() => void logOut().catch(showError)} />
        </div>
      </div>
      {!isFullWidth && <NarrowHeaderLine />}
      <OtherAccountNotice />
    </header>
  )
}

/**
 * Line with what a narrow window has no room for beside the balance (spec: funding 2). On the trading screen, the menus of balance and name
 * have it.
 */
function NarrowHeaderLine() {
  const user = useUser()
  return (
    <div className={nameLineClass}>
      {/* The menu's button has the name for screen readers. */}
      <span aria-hidden className="truncate">
        {getFullName(user)}
      </span>
      <HeaderWageringProgress isInline />
    </div>
  )
}

/**
 * Footer of the area.
 * @param isBelowScreen the screen fills the window: a wide one does not scroll, and has the risk on its ticket
 */
function Footer({ isBelowScreen }: { readonly isBelowScreen: boolean }) {
  const t = useTranslate()
  const { simulatedMethods } = useUser()
  return (
    <footer className={cx(footerClasses.footer, isBelowScreen && 'lg:hidden')}>
      <div className={footerClasses.row}>
        <p className={footerClasses.risk}>
          {t('shell.risk')}{' '}
          {getBootstrap().sandbox && t(isAllSimulated(simulatedMethods) ? 'shell.sandbox' : 'shell.sandbox_part')}
        </p>
        <Link to={paths.show('contacts')} className="text-accent-ink hover:underline pointer-coarse:py-3">
          {t('shell.page_contacts')}
        </Link>
        <Link to={paths.show('risk')} className="text-accent-ink hover:underline pointer-coarse:py-3">
          {t('shell.risk_link')}
        </Link>
        <Link to={paths.show('terms')} className="text-accent-ink hover:underline pointer-coarse:py-3">
          {t('shell.terms')}
        </Link>
        <div className="flex gap-2">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  )
}

/** Moves the focus to a new title, where keyboards and screen readers then start. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  // `resolvedLocation` is the screen on display, not the one loading.
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const isFirst = useRef(true)
  useEffect(() => {
    if (pathname === undefined) return
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    const title = main.current?.querySelector('h1')
    ;(title ?? main.current)?.focus({ preventScroll: true })
  }, [pathname])
  return main
}
