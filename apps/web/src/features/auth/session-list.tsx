import { authCalls, type SessionView } from '@tradefront/contract/auth'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Laptop from 'lucide-react/icons/laptop'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'

import { confirmAction } from '../../platform/dialogs.ts'
import { request } from '../../platform/api/request.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { showError, showToast } from '../../platform/toasts.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

const sessionsKey = ['sessions']

/** Asks again where the account is open. */
export function useRefreshSessions(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: sessionsKey })
}

/** Where the account is open; each can be ended, or all at once. `onLeave` does the latter, this one included. */
export function SessionList({ onLeave }: { readonly onLeave: () => Promise<void> }) {
  const t = useTranslate()
  const refresh = useRefreshSessions()
  const { data, isError, isPending, refetch } = useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => request(authCalls.listSessions, { signal }),
  })
  const endAll = async (): Promise<void> => {
    const words = { title: t('profile.end_all_ask'), body: t('profile.end_all_text') }
    if (
      !(await confirmAction({
        ...words,
        confirmLabel: t('profile.end_all'),
        cancelLabel: t('profile.end_all_no'),
        isDanger: true,
      }))
    )
      return
    await onLeave().catch(showError)
  }

  if (isPending) return <Skeleton className="h-40" label={t('shell.loading')} />
  if (isError) {
    return (
      <Banner tone="bad" action={<Button onPress={() => void refetch()}>{t('shell.retry')}</Button>}>
        {t('profile.sessions_failed')}
      </Banner>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col">
        {data.sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnded={refresh} />
        ))}
      </ul>
      <div>
        <Button onPress={() => void endAll()}>{t('profile.end_all')}</Button>
      </div>
    </div>
  )
}

function SessionRow({ session, onEnded }: { readonly session: SessionView; readonly onEnded: () => void }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const [isEnding, setEnding] = useState(false)
  const { browser, system } = session
  const device = [browser, system].filter((part) => part !== null).join(', ') || t('auth.device_unknown')
  const Icon = system === 'Android' || system === 'iPhone' ? Smartphone : Laptop
  const at = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }).format(session.since)
  const end = (): void => {
    setEnding(true)
    request(authCalls.endSession, { body: { id: session.id } })
      .then(() => {
        showToast({ tone: 'good', text: t('profile.session_ended') })
        onEnded()
      }, showError)
      .finally(() => setEnding(false))
  }
  return (
    <li className="flex items-center gap-4 border-b border-line py-3 first:pt-0">
      <Icon size={20} className="shrink-0 text-muted" aria-hidden />
      <div className="flex min-w-0 flex-1 flex-col">
        <span className="flex flex-wrap items-baseline gap-x-2 font-medium">
          {device}
          {session.isCurrent && (
            <span className="rounded-full bg-up-soft px-2 text-13 font-medium text-up">
              {t('profile.session_here')}
            </span>
          )}
        </span>
        <span className="tabular text-13 wrap-anywhere text-muted">
          <bdi>{session.address}</bdi> · {t('profile.session_since', { at })}
        </span>
      </div>
      {!session.isCurrent && (
        <Button
          tone="plain"
          isPending={isEnding}
          onPress={end}
          aria-label={t('profile.session_end_of', { device: `${device} ${at}` })}
        >
          {t('profile.session_end')}
        </Button>
      )}
    </li>
  )
}
