import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { DeskTournament } from '@tradefront/contract/desk-marketing'

import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { useListKeys } from '../use-list-keys.ts'
import { tournamentsQuery } from './api.ts'
import { TournamentPanel } from './tournament-panel.tsx'

/** Tournaments, and beside the list the one that is open. A phone shows one or the other. */
export function TournamentsScreen({ openId }: { readonly openId: string | null }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const query = useQuery(tournamentsQuery)
  const open = query.data?.find(({ id }) => String(id) === openId)
  useListKeys(
    (query.data ?? []).map(({ id }) => String(id)),
    openId,
    (id) => void navigate({ to: '/tournaments/$id', params: { id } }),
  )
  return (
    <div className="grid flex-1 items-start gap-6 lg:grid-cols-[minmax(22rem,2fr)_3fr]">
      <section
        aria-label={t('desk_marketing.tournaments')}
        className={cx('flex flex-col gap-4', openId !== null && 'max-lg:hidden')}
      >
        <ScreenTitle lead={t('desk_marketing.tournaments_lead')}>{t('desk_marketing.tournaments')}</ScreenTitle>
        <QueryView
          query={query}
          name={t('desk_marketing.tournaments')}
          skeleton={<Skeleton className="h-64" />}
          isEmpty={(tournaments) => tournaments.length === 0}
          empty={<EmptyState title={t('desk_marketing.no_tournaments')} />}
        >
          {(tournaments) => (
            <ul className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
              {tournaments.map((tournament) => (
                <li key={tournament.id} className="border-b border-line last:border-b-0">
                  <TournamentLink tournament={tournament} isOpen={tournament === open} />
                </li>
              ))}
            </ul>
          )}
        </QueryView>
      </section>
      <section
        aria-label={t('desk_marketing.tournament')}
        className={cx('lg:sticky lg:top-6', openId === null && 'max-lg:hidden')}
      >
        {open === undefined ? (
          <p className="rounded-card border border-dashed border-line p-8 text-center text-muted">
            {t('desk_marketing.choose_tournament')}
          </p>
        ) : (
          <TournamentPanel key={open.id} tournament={open} />
        )}
      </section>
    </div>
  )
}

function TournamentLink({ tournament, isOpen }: { readonly tournament: DeskTournament; readonly isOpen: boolean }) {
  const t = useTranslate()
  const format = useFormat()
  const { id, type, state, startsAtMs, endsAtMs, participants } = tournament
  return (
    <Link
      to="/tournaments/$id"
      params={{ id: String(id) }}
      aria-current={isOpen || undefined}
      className={cx('flex items-center gap-4 px-4 py-3 hover:bg-raised', isOpen && 'bg-accent-soft')}
    >
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="font-medium">{t(`desk_marketing.type_${type}`)}</span>
        <span className="text-13 text-muted">
          {format.shortDay(startsAtMs)} – {format.day(endsAtMs)}
        </span>
      </span>
      <span className="flex flex-col items-end">
        <span
          className={cx(
            'text-13',
            state === 'running' ? 'font-medium text-up' : state === 'cancelled' ? 'text-down' : 'text-muted',
          )}
        >
          {t(`desk_marketing.tournament_${state}`)}
        </span>
        <span className="text-13 text-muted tabular">{t('desk_marketing.participants', { count: participants })}</span>
      </span>
    </Link>
  )
}
