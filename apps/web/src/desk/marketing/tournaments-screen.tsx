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
import { CsvButton } from '../csv-button.tsx'
import { toCsvTime } from '../csv.ts'
import { ListAndDetail } from '../list-and-detail.tsx'
import { ListTools } from '../list-tools.tsx'
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
    <ListAndDetail
      name={t('desk_marketing.tournaments')}
      path="/tournaments"
      columns="even"
      list={
        <>
          <ScreenTitle lead={t('desk_marketing.tournaments_lead')}>{t('desk_marketing.tournaments')}</ScreenTitle>
          <ListTools
            path="/tournaments"
            csv={
              <CsvButton
                file="tournaments"
                title={t('desk_marketing.tournaments')}
                load={() => query.data ?? []}
                columns={[
                  { title: t('desk_marketing.tournament'), toCell: ({ type }) => t(`desk_marketing.type_${type}`) },
                  { title: t('desk.state'), toCell: ({ state }) => t(`desk_marketing.tournament_${state}`) },
                  { title: t('desk_marketing.starts'), toCell: ({ startsAtMs }) => toCsvTime(startsAtMs) },
                  { title: t('desk_marketing.ends'), toCell: ({ endsAtMs }) => toCsvTime(endsAtMs) },
                  { title: t('desk_marketing.participant_count'), toCell: ({ participants }) => participants },
                ]}
              />
            }
          />
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
        </>
      }
      detailName={t('desk_marketing.tournament')}
      subject={openId && `tournament:${openId}`}
      detail={open === undefined ? null : <TournamentPanel key={open.id} tournament={open} />}
      hint={t('desk_marketing.choose_tournament')}
    />
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
