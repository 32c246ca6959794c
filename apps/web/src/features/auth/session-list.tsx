import { authCalls, type SessionView } from '@tradefront/contract/auth'
import { useQuery } from '@tanstack/react-query'
import Laptop from 'lucide-react/icons/laptop'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'

import { confirmAction } from '../../platform/dialogs.ts'
import { callQuery } from '../../platform/api/call-query.ts'
import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { showError, showToast } from '../../platform/toasts.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { SettingsSkeleton } from '../../ui/layout/settings-list.tsx'
import { logOutEverywhere } from './log-out.ts'

const firstSessions = 5

/** Sessions of the account. The device in use comes first. */
export function SessionList() {
  const t = useTranslate()
  const [isWhole, setWhole] = useState(false)
  const sessions = useQuery(callQuery(authCalls.listSessions, {}))
  const endAll = async (): Promise<void> => {
    const isConfirmed = await confirmAction({
      title: t('profile.end_all_ask'),
      body: t('profile.end_all_text'),
      confirmLabel: t('profile.end_all'),
      cancelLabel: t('profile.end_all_no'),
      isDanger: true,
    })
    if (isConfirmed) await logOutEverywhere().catch(showError)
  }
  return (
    <QueryView query={sessions} name={t('profile.devices')} skeleton={<SettingsSkeleton count={3} />}>
      {(data) => (
        <div>
          <ul className="flex flex-col">
            {data.sessions
              .toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
              .slice(0, isWhole ? undefined : firstSessions)
              .map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
          </ul>
          <div className="flex flex-wrap gap-2 px-4 py-3 sm:px-6">
            <Button size="sm" tone="quietDanger" onPress={() => void endAll()}>
              {t('profile.end_all')}
            </Button>
            {!isWhole && data.sessions.length > firstSessions && (
              <Button size="sm" tone="plain" onPress={() => setWhole(true)}>
                {t('profile.all_sessions', { count: data.sessions.length })}
              </Button>
            )}
          </div>
        </div>
      )}
    </QueryView>
  )
}

function SessionRow({ session }: { readonly session: SessionView }) {
  const t = useTranslate()
  const format = useFormat()
  const endSession = useCallMutation(authCalls.endSession, {
    invalidates: [authCalls.listSessions],
    onSuccess: () => showToast({ tone: 'success', text: t('profile.session_ended') }),
  })
  const { browser, system } = session
  const device = [browser, system].filter((part) => part !== null).join(', ') || t('auth.device_unknown')
  const Icon = system === 'Android' || system === 'iPhone' ? Smartphone : Laptop
  const at = format.dateTime(session.since)
  return (
    <li className="flex min-h-16 items-center gap-4 border-b border-line px-4 py-2.5 sm:px-6">
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
          size="sm"
          className="-me-3 shrink-0"
          isPending={endSession.isPending}
          onPress={() => endSession.mutate({ body: { id: session.id } })}
          aria-label={t('profile.session_end_of', { device: `${device} ${at}` })}
        >
          {t('profile.session_end')}
        </Button>
      )}
    </li>
  )
}
