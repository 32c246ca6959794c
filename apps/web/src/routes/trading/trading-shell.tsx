import { type ShellSlot, toShellMark } from '@tradefront/contract/settings'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Ellipsis from 'lucide-react/icons/ellipsis'

import { accountsClass } from '../../features/profile/account-switch.tsx'
import { balanceButtonClass } from '../../features/profile/balance-menu.tsx'
import { getLocale, useTranslate } from '../../platform/i18n/i18n.ts'
import { Logo } from '../../ui/brand/logo.tsx'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { navTabClass } from '../../ui/layout/nav-link-class.ts'
import { TabNav, tabLinkClass } from '../../ui/layout/tab-nav.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { paths } from '../paths.ts'
import { getScreenPath, type Screen } from './define-screen.ts'
import { StuckNote } from '../stuck-note.tsx'
import { tradingScreens } from '../trading-routes.tsx'
import { barClass, maxPlaces, placeClass } from './bottom-nav.tsx'
import { footerClasses, frameClasses, listNavItems, nameLineClass } from './trading-layout.tsx'
import { isInWallet, walletTabs } from './wallet-tabs.tsx'

/**
 * Frame that is painted before the scripts are loaded, and then replaced. The browser chooses the screen without a script: its id is the
 * path that the hash of the page names. What depends on the trader is a mark, which the server replaces.
 */
export function TradingShell() {
  const t = useTranslate()
  const items = listNavItems(tradingScreens)
  const screens = tradingScreens.filter((screen) => !getScreenPath(screen).includes('$'))
  return (
    <div className="group">
      <div className="flex min-h-dvh flex-col max-lg:group-has-[.fills-window:target]:min-h-[calc(100dvh-3.5rem)]">
        <ShellHeader />
        <p className="sr-only">{t('shell.loading')}</p>
        <div className={cx(frameClasses.main, 'group-has-[.fills-window:target]:hidden')}>
          {screens
            .filter(({ isFullWidth }) => isFullWidth !== true)
            .map((screen) => (
              <ScreenShell key={screen.path} screen={screen} />
            ))}
          {/* A browser can paint before it knows the path. No part of another shape moves when it does. */}
          <div className="flex flex-col gap-8 group-has-[:target]:hidden">
            <div className="h-8.5" />
            <ContentShape />
          </div>
        </div>
        {screens
          .filter(({ isFullWidth }) => isFullWidth === true)
          .map((screen) => (
            <div
              key={screen.path}
              id={getScreenPath(screen)}
              className="fills-window hidden flex-1 target:flex max-lg:flex-col"
            >
              <div className="relative min-h-[40dvh] flex-1">
                <Skeleton className="absolute inset-3 opacity-60" />
              </div>
              <div className="flex flex-col gap-2 border-line bg-surface p-3 lg:w-72 lg:gap-4 lg:border-s lg:p-4">
                <Skeleton className="h-11" />
                <Skeleton className="h-11" />
                <Skeleton className="h-14" />
                {getScreenPath(screen) === paths.home() && (
                  <p className={cx('text-13 text-muted lg:hidden', hiddenIfEmpty)}>
                    <Value slot="verificationHint" />{' '}
                    <span className="text-accent-ink underline">{toShellMark('verificationLink')}</span>
                  </p>
                )}
                <p className="mt-auto text-13 text-muted max-lg:hidden">
                  {t('shell.risk')} <span className="text-accent-ink underline">{t('shell.risk_link')}</span>
                </p>
              </div>
            </div>
          ))}
      </div>
      <div className={cx(footerClasses.footer, 'hidden max-lg:group-has-[.fills-window:target]:block')}>
        <div className={footerClasses.row}>
          <p className={footerClasses.risk}>
            {t('shell.risk')} {toShellMark('testNote')}
          </p>
        </div>
      </div>
      <StuckNote reloadPath={paths.trading(getLocale())} offersLogIn={false} />
      <div className={cx('fixed inset-x-0 bottom-0 z-20 flex', barClass)}>
        {items.slice(0, maxPlaces - 1).map(({ to, text, Icon }) => (
          <span key={to} className={cx(placeClass, 'h-14 text-muted')}>
            <Icon size={20} aria-hidden />
            {t(text)}
          </span>
        ))}
        <span className={cx(placeClass, 'h-14 text-muted')}>
          <Ellipsis size={20} aria-hidden />
          {t('profile.more')}
        </span>
      </div>
    </div>
  )
}

function ShellHeader() {
  const t = useTranslate()
  const places = listNavItems(tradingScreens).filter(({ isUnderName }) => isUnderName !== true)
  return (
    <div className={frameClasses.header}>
      <div className={frameClasses.headerRow}>
        <span className="me-6 flex">
          <Logo nameFrom="xl" />
        </span>
        <div className="flex h-full max-lg:hidden">
          {places.map(({ to, text }) => (
            <span key={to} className={cx(navTabClass, 'h-full whitespace-nowrap')}>
              {t(text)}
            </span>
          ))}
        </div>
        <div className="flex min-w-0 flex-1 items-center justify-end gap-1 sm:gap-3">
          <span className={accountsClass}>
            <span className={buttonClass({ tone: 'quiet', size: 'narrow', className: balanceButtonClass })}>
              <span className="flex flex-col items-start text-start">
                <span className="text-13 leading-4 font-normal text-muted">{toShellMark('account')}</span>
                <span className="text-15 leading-5 font-semibold">
                  <bdi dir="ltr" className="tabular">
                    {toShellMark('balance')}
                  </bdi>
                  <span className="text-13 font-normal text-muted"> {toShellMark('currency')}</span>
                </span>
              </span>
              <ChevronDown size={16} className="text-muted" aria-hidden />
            </span>
          </span>
          <span aria-hidden className="hidden h-6 w-px bg-line sm:block" />
          <span className={buttonClass({ tone: 'subtle', size: 'narrow' })}>
            <span className="flex size-8 items-center justify-center rounded-full bg-accent-soft text-13 font-semibold text-accent-ink">
              {toShellMark('initials')}
            </span>
            <span className="max-w-44 truncate font-medium max-xl:hidden">{toShellMark('name')}</span>
          </span>
        </div>
      </div>
      <div className={cx(nameLineClass, 'group-has-[.fills-window:target]:hidden')}>
        <span className="truncate">{toShellMark('name')}</span>
      </div>
    </div>
  )
}

/** Shape of a screen that is not known. */
function ContentShape() {
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Skeleton className="h-72" />
      <Skeleton className="h-56" />
    </div>
  )
}

/** Title of a screen, what it shows at its top, and the shape of the rest. */
function ScreenShell({ screen }: { readonly screen: Screen }) {
  const t = useTranslate()
  const path = getScreenPath(screen)
  if (screen.title === undefined) return null
  return (
    <div id={path} className="hidden scroll-mt-28 flex-col gap-6 target:flex">
      {isInWallet(path) && (
        <TabNav label={t('profile.wallet')}>
          {walletTabs.map(({ to, text }) => (
            <span key={to} aria-current={to === path ? 'page' : undefined} className={tabLinkClass}>
              {t(text)}
            </span>
          ))}
        </TabNav>
      )}
      <div className="flex flex-col gap-1">
        <p className="text-28 font-semibold">{t(screen.title)}</p>
        {screen.lead !== undefined && <p className="max-w-prose text-muted">{t(screen.lead)}</p>}
        {path === paths.show('funding') && (
          <p className="max-w-prose text-muted empty:hidden">{toShellMark('fundingIntro')}</p>
        )}
      </div>
      {path === paths.show('funding') && (
        <Banner
          tone="info"
          title={t('profile.verify_title')}
          className={cx('mt-2', hiddenIfEmpty)}
          action={<span className={buttonClass({ size: 'sm' })}>{t('profile.verify_send')}</span>}
        >
          <Value slot="verificationNotice" />
        </Banner>
      )}
      <ContentShape />
    </div>
  )
}

/** Hides an element whose value the server has left empty. */
const hiddenIfEmpty = 'has-[[data-value]:empty]:hidden'

function Value({ slot }: { readonly slot: ShellSlot }) {
  return <span data-value>{toShellMark(slot)}</span>
}
