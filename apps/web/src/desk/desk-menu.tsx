import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import MenuIcon from 'lucide-react/icons/menu'
import { useState } from 'react'

import { useTranslate } from '../platform/i18n/i18n.ts'
import { Button } from '../ui/buttons/button.tsx'
import { navLinkClass } from '../ui/layout/nav-link-class.ts'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { cx } from '../ui/styles/cx.ts'
import { openCommandsQuery } from './api.ts'
import { DeskPreferences } from './desk-preferences.tsx'
import { deskScreens, hasRole, screenGroups } from './navigation.ts'
import { useOperator } from './operator-context.ts'
import { SavedViews } from './views/saved-views.tsx'

/** Menu of the screens that the operator's roles can see. */
export function DeskMenu({ onChoose }: { readonly onChoose?: () => void }) {
  const t = useTranslate()
  const { roles } = useOperator()
  const { data: commands = [] } = useQuery(openCommandsQuery)
  const seen = deskScreens.filter((screen) => hasRole(roles, screen.roles))
  return (
    <nav aria-label={t('shell.nav')} className="flex flex-col gap-4">
      <SavedViews onChoose={onChoose} />
      {screenGroups
        .map((group) => ({ group, screens: seen.filter((screen) => screen.group === group) }))
        .filter(({ screens }) => screens.length > 0)
        .map(({ group, screens }) => (
          <section key={group} aria-label={t(`desk.group_${group}`)}>
            <h2 className="px-3 pb-1 text-13 text-muted" aria-hidden>
              {t(`desk.group_${group}`)}
            </h2>
            <ul>
              {screens.map(({ to, text, icon: Icon }) => (
                <li key={to}>
                  <Link
                    to={to}
                    {...(onChoose && { onClick: onChoose })}
                    className={cx(
                      navLinkClass,
                      'target gap-3 rounded-field px-3 hover:bg-raised aria-[current=page]:bg-accent-soft',
                    )}
                  >
                    <Icon size={18} aria-hidden />
                    <span className="flex-1">{t(text)}</span>
                    {to === '/approvals' && commands.length > 0 && (
                      <span className="rounded-full bg-accent-soft px-2 text-13 text-accent-ink tabular">
                        {commands.length}
                      </span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </nav>
  )
}

/** Opens the menu on screens without room for it beside the content. */
export function MenuButton() {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <span className="lg:hidden">
      <Button tone="plain" size="icon" aria-label={t('desk.menu')} onPress={() => setOpen(true)}>
        <MenuIcon size={20} aria-hidden />
      </Button>
      {isOpen && (
        <Dialog title={t('desk.menu')} isOpen onClose={close} closeLabel={t('shell.close')} size="sm" isDismissable>
          <DeskMenu onChoose={close} />
          <div className="pt-4 md:hidden">
            <DeskPreferences />
          </div>
        </Dialog>
      )}
    </span>
  )
}
