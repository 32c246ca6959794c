import Ellipsis from 'lucide-react/icons/ellipsis'

import { getLocale, useTranslate } from '../../platform/i18n/i18n.ts'
import { Logo } from '../../ui/brand/logo.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { navTabClass } from '../../ui/layout/nav-link-class.ts'
import { cx } from '../../ui/styles/cx.ts'
import { paths } from '../paths.ts'
import { getScreenPath } from './define-screen.ts'
import { StuckNote } from '../stuck-note.tsx'
import { tradingScreens } from '../trading-routes.tsx'
import { barClass, maxPlaces, placeClass } from './bottom-nav.tsx'
import { frameClasses, listNavItems } from './trading-layout.tsx'

/**
 * Frame that is painted before the scripts are loaded, and then replaced. The browser chooses the title without a script: its id is the
 * path that the hash of the page names. Nothing in it depends on the trader.
 */
export function TradingShell() {
  const t = useTranslate()
  const items = listNavItems(tradingScreens)
  const places = items.filter(({ isUnderName }) => isUnderName !== true)
  return (
    <div className="group flex min-h-dvh flex-col">
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
          <span className="ms-auto h-10 w-52 rounded-card bg-raised" />
          <span className="size-8 rounded-full bg-raised" />
        </div>
      </div>
      <p className="sr-only">{t('shell.loading')}</p>
      <div className={cx(frameClasses.main, 'group-has-[.fills-window:target]:hidden')}>
        {/* A browser can paint before it knows the path. */}
        <div className="mb-8 min-h-8.5">
          {tradingScreens.map(
            (screen) =>
              screen.title !== undefined &&
              screen.isFullWidth !== true &&
              !getScreenPath(screen).includes('$') && (
                <p key={screen.path} id={getScreenPath(screen)} className="hidden text-28 font-semibold target:block">
                  {t(screen.title)}
                </p>
              ),
          )}
        </div>
        <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <Skeleton className="h-72" />
          <Skeleton className="h-56" />
        </div>
      </div>
      {tradingScreens
        .filter(({ isFullWidth }) => isFullWidth === true)
        .map((screen) => (
          <div
            key={screen.path}
            id={getScreenPath(screen)}
            className="fills-window hidden flex-1 gap-4 p-4 target:flex max-lg:flex-col"
          >
            <Skeleton className="max-lg:h-[55dvh] lg:flex-1" />
            <Skeleton className="max-lg:h-36 lg:w-80" />
          </div>
        ))}
      <StuckNote reloadPath={paths.trading(getLocale())} offersLogIn={false} />
      <div className={cx('flex', barClass)}>
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
