import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { deskCalls, type DeskOperator } from '@tradefront/contract/desk'
import { traderReaders } from '@tradefront/contract/desk-traders'
import { createContext, use, useRef } from 'react'

import { performCall } from '../platform/api/perform-call.ts'
import { useTranslate } from '../platform/i18n/i18n.ts'
import { QueryView } from '../platform/query/query-view.tsx'
import { showError } from '../platform/toasts.ts'
import { Logo } from '../ui/brand/logo.tsx'
import { Button } from '../ui/buttons/button.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { navTabClass } from '../ui/layout/nav-link-class.ts'
import { SkipLink } from '../ui/layout/skip-link.tsx'
import { deskOperatorQuery, openCommandsQuery } from './api.ts'
import { DeskPreferences } from './desk-preferences.tsx'
import { LoginScreen } from './login-screen.tsx'
import { DeskSearch } from './search/desk-search.tsx'

const OperatorContext = createContext<DeskOperator | null>(null)

/** Who is logged in, inside the shell. */
export function useOperator(): DeskOperator {
  const operator = use(OperatorContext)
  if (operator === null) throw new Error('Nobody is logged in')
  return operator
}

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
          <div className="flex min-h-dvh flex-col bg-bg">
            <SkipLink target={main}>{t('shell.skip')}</SkipLink>
            <Header operator={operator} />
            <main
              ref={main}
              id="main"
              tabIndex={-1}
              className="mx-auto flex w-full max-w-[90rem] flex-1 flex-col px-4 py-6 outline-none sm:px-6"
            >
              <Outlet />
            </main>
          </div>
        </OperatorContext>
      )}
    </QueryView>
  )
}

function Header({ operator }: { readonly operator: DeskOperator }) {
  const t = useTranslate()
  const { data: commands = [] } = useQuery(openCommandsQuery)
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
    <header className="flex flex-wrap items-center gap-x-6 border-b border-line bg-surface px-4 sm:px-6">
      <span className="flex items-center gap-2 py-3">
        <Logo nameFrom="xl" />
        <span className="font-semibold text-muted">{t('desk.title')}</span>
      </span>
      <nav aria-label={t('shell.nav')} className="flex min-h-14 gap-1 self-stretch max-sm:order-last max-sm:w-full">
        <Link to="/withdrawals" className={navTabClass}>
          {t('desk.withdrawals')}
        </Link>
        <Link to="/approvals" className={navTabClass}>
          {t('desk.approvals')}
          {commands.length > 0 && (
            <span className="ms-2 rounded-full bg-accent-soft px-2 text-13 text-accent-ink tabular">
              {commands.length}
            </span>
          )}
        </Link>
      </nav>
      {operator.roles.some((role) => traderReaders.some((reader) => reader === role)) && <DeskSearch />}
      <div className="ms-auto flex items-center gap-2">
        <DeskPreferences />
        <Link to="/account" className={navTabClass}>
          {operator.name}
        </Link>
        <Button tone="plain" size="sm" isPending={logOut.isPending} onPress={() => logOut.mutate()}>
          {t('shell.log_out')}
        </Button>
      </div>
    </header>
  )
}
