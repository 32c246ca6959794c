import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { deskCalls, type DeskOperator } from '@tradefront/contract/desk'
import { traderReaders } from '@tradefront/contract/desk-traders'
import { Suspense, useRef } from 'react'

import { performCall } from '../platform/api/perform-call.ts'
import { useTranslate } from '../platform/i18n/i18n.ts'
import { QueryView } from '../platform/query/query-view.tsx'
import { TestSiteBadge } from '../platform/test-site-badge.tsx'
import { showError } from '../platform/toasts.ts'
import { Logo } from '../ui/brand/logo.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { navLinkClass } from '../ui/layout/nav-link-class.ts'
import { SkipLink } from '../ui/layout/skip-link.tsx'
import { cx } from '../ui/styles/cx.ts'
import { deskOperatorQuery } from './api.ts'
import { DeskMenu, MenuButton } from './desk-menu.tsx'
import { DeskPreferences } from './desk-preferences.tsx'
import { KeysHelp } from './keys-help.tsx'
import { useLiveDesk } from './live.ts'
import { LoginScreen } from './login-screen.tsx'
import { hasRole } from './navigation.ts'
import { OperatorContext } from './operator-context.ts'
import { QuarantineBanner } from './recovery/quarantine-banner.tsx'
import { DeskSearch } from './search/desk-search.tsx'

/** Header and screen, or the log-in. */
export function DeskShell() {
  const t = useTranslate()
  const query = useQuery(deskOperatorQuery)
  const main = useRef<HTMLElement>(null)
  return (
    <QueryView
      query={query}
      name={t('desk.title')}
      skeleton={<Skeleton className="m-4 h-64" />}
      empty={<LoginScreen />}
      hasOwnStaleNotice
    >
      {(operator) => (
        <OperatorContext value={operator}>
          <LiveDesk />
          <div className="flex min-h-dvh flex-col bg-bg">
            <SkipLink target={main}>{t('shell.skip')}</SkipLink>
            <Header operator={operator} />
            <div className="flex flex-1">
              <aside className="sticky top-14 h-[calc(100dvh-3.5rem)] w-56 shrink-0 self-start overflow-y-auto border-e border-line bg-surface p-3 max-lg:hidden">
                <DeskMenu />
              </aside>
              <main
                ref={main}
                id="main"
                tabIndex={-1}
                className="flex w-full max-w-[90rem] min-w-0 flex-1 flex-col px-4 py-6 outline-none sm:px-6"
              >
                <QuarantineBanner />
                <Suspense fallback={<Skeleton className="h-96" />}>
                  <Outlet />
                </Suspense>
              </main>
            </div>
          </div>
        </OperatorContext>
      )}
    </QueryView>
  )
}

function LiveDesk() {
  useLiveDesk()
  return null
}

function Header({ operator }: { readonly operator: DeskOperator }) {
  const t = useTranslate()
  const logOut = useMutation({
    mutationFn: () => performCall(deskCalls.logOut, {}),
    // Nothing that was read stays in the page.
    onSuccess: () => {
      location.hash = ''
      location.reload()
    },
    onError: showError,
  })
  return (
    <header className="z-10 flex flex-wrap items-center gap-x-6 border-b border-line bg-surface px-4 sm:px-6 lg:sticky lg:top-0 lg:h-14">
      <span className="flex items-center gap-2 py-3">
        <MenuButton />
        <Logo nameFrom="xl" />
        <span className="font-semibold text-muted">{t('desk.title')}</span>
        {operator.isTestSite && <TestSiteBadge />}
      </span>
      {hasRole(operator.roles, traderReaders) && <DeskSearch />}
      <div className="ms-auto flex items-center gap-2">
        <span className="max-md:hidden">
          <DeskPreferences />
        </span>
        <KeysHelp />
        <Link to="/account" className={cx(navLinkClass, 'target px-3')}>
          {operator.name}
        </Link>
        <Button tone="plain" size="sm" isPending={logOut.isPending} onPress={() => logOut.mutate()}>
          {t('shell.log_out')}
        </Button>
      </div>
    </header>
  )
}
