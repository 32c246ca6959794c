import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { TriggerButton } from '../../ui/buttons/trigger-button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { paths } from '../paths.ts'
import type { MenuItem } from './define-screen.ts'

export type NavItem = MenuItem & { readonly to: string }

/** Number of places: five names do not fit on a small phone. */
export const maxPlaces = 4
export const barClass =
  'border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden landscape-phone:hidden'
export const placeClass =
  'flex min-w-0 flex-1 flex-col items-center justify-center gap-0.5 px-1 text-center text-13 leading-tight'

/**
 * Below 1024 px, but not on a phone on its side, whose header has the places. What has no place is in a menu.
 * @param isWallet on each screen about money, which are all under History
 */
export function BottomNav({
  navItems,
  isWallet,
}: {
  readonly navItems: readonly NavItem[]
  readonly isWallet: boolean
}) {
  const t = useTranslate()
  const count = navItems.length > maxPlaces ? maxPlaces - 1 : maxPlaces
  const more = navItems.slice(count)
  return (
    <nav aria-label={t('profile.nav')} className={cx('fixed inset-x-0 bottom-0 z-20 flex', barClass)}>
      {navItems.slice(0, count).map(({ to, text, Icon }) => (
        <Link
          key={to}
          to={to}
          className={cx(
            placeClass,
            'h-14 data-[status=active]:font-medium data-[status=active]:text-accent-ink',
            to === paths.show('history') && isWallet ? 'font-medium text-accent-ink' : 'text-muted',
          )}
        >
          <Icon size={20} aria-hidden />
          {t(text)}
        </Link>
      ))}
      {more.length > 0 && <MoreMenu items={more} isWallet={isWallet} />}
    </nav>
  )
}

function MoreMenu({ items, isWallet }: { readonly items: readonly NavItem[]; readonly isWallet: boolean }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname ?? '' })
  const isCurrent = (to: string): boolean => pathname === to || pathname.startsWith(`${to}/`)
  const isActive = !isWallet && items.some(({ to }) => isCurrent(to))
  return (
    <Menu
      label={t('profile.more')}
      placement="top end"
      trigger={
        <TriggerButton tone="subtle" size="narrow" className="h-14 min-w-0 flex-1">
          <span className={cx(placeClass, isActive ? 'font-medium text-accent-ink' : 'font-normal text-muted')}>
            <Ellipsis size={20} aria-hidden />
            {t('profile.more')}
          </span>
        </TriggerButton>
      }
      groups={[
        {
          id: 'more',
          entries: items.map(({ to, text, Icon }) => ({
            id: to,
            label: t(text),
            icon: <Icon size={18} aria-hidden />,
            isChosen: isCurrent(to),
            onAction: () => void navigate({ to }),
          })),
        },
      ]}
    />
  )
}
