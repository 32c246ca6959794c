import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Leaderboard, Tournament } from '@tradefront/contract/domain/tournaments'
import { type ReactNode, useState } from 'react'

import { useUser } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { navTabClass } from '../../ui/layout/nav-link-class.ts'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { currentQuery, getTournamentQuery, previousQuery } from './api.ts'
import { DisplayName } from './display-name.tsx'
import { typeNames } from './format.ts'
import { LeaderboardTable } from './leaderboard-table.tsx'
import { LeaderboardSkeleton, LoadFailure } from './load-states.tsx'
import { PlaceCard } from './place-card.tsx'
import { PrizeList } from './prize-list.tsx'
import { useRefreshPlaces } from './use-refresh-places.ts'
import { WonPrizes } from './won-prizes.tsx'

export type ContestTab = 'first' | 'last'

/** Tournaments (spec: account 2): the current one first, the previous ones last. */
export function Contest({ intro, tab }: { readonly intro: ReactNode; readonly tab: ContestTab }) {
  const t = useTranslate()
  useRefreshPlaces()
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6">
      <ScreenTitle
        lead={intro}
        aside={
          <Link to={paths.show('contest-rules')} className="target text-accent-ink hover:underline">
            {t('tournaments.rules')}
          </Link>
        }
      >
        {t('profile.contest')}
      </ScreenTitle>
      <nav aria-label={t('tournaments.tabs')} className="flex border-b border-line">
        <Link to={paths.show('contest')} activeOptions={{ exact: true }} className={tabClass} resetScroll={false}>
          {t('tournaments.first')}
        </Link>
        <Link to={paths.showWith('contest', 'last')} className={tabClass} resetScroll={false}>
          {t('tournaments.last')}
        </Link>
      </nav>
      {tab === 'first' ? <CurrentTournament /> : <PreviousTournaments />}
    </div>
  )
}

const tabClass = cx(navTabClass, 'target -mb-px')

/** The current tournament; the next ones of both types can be chosen, with their prizes. */
function CurrentTournament() {
  const t = useTranslate()
  const { data, isError, refetch } = useQuery(currentQuery)
  const retry = (): void => void refetch()
  if (data === undefined) return isError ? <LoadFailure onRetry={retry} /> : <LeaderboardSkeleton />
  if (data.tournaments.length === 0) return <EmptyState title={t('tournaments.none_last')} />
  return <Tournaments leaderboard={data} hasFailed={isError} onTimeOver={retry} />
}

function PreviousTournaments() {
  const t = useTranslate()
  const { data, isError, refetch } = useQuery(previousQuery)
  if (data === undefined) return isError ? <LoadFailure onRetry={() => void refetch()} /> : <LeaderboardSkeleton />
  if (data.tournaments.length === 0)
    return <EmptyState title={t('tournaments.none_last')}>{t('tournaments.none_last_text')}</EmptyState>
  return <Tournaments leaderboard={data} hasFailed={isError} />
}

/** The first tournament of the list, or the one that was chosen. */
function Tournaments(props: {
  readonly leaderboard: Leaderboard
  readonly hasFailed: boolean
  readonly onTimeOver?: () => void
}) {
  const { leaderboard, ...more } = props
  const { tournaments } = leaderboard
  const [chosenId, setChosenId] = useState<number | null>(null)
  const [first] = tournaments
  if (first === undefined) return null
  const chosen = tournaments.find(({ id }) => id === chosenId) ?? first
  const heading = <TournamentSelect tournaments={tournaments} chosenId={chosen.id} onChoose={setChosenId} />
  if (chosen !== first) return <ChosenTournament key={chosen.id} id={chosen.id} heading={heading} />
  return <TournamentView leaderboard={leaderboard} tournament={first} heading={heading} {...more} />
}

function ChosenTournament({ id, heading }: { readonly id: number; readonly heading: ReactNode }) {
  const { data, isError, refetch } = useQuery(getTournamentQuery(id))
  const tournament = data?.tournaments[0]
  if (data !== undefined && tournament !== undefined)
    return <TournamentView leaderboard={data} tournament={tournament} hasFailed={isError} heading={heading} />
  return (
    <>
      {heading}
      {isError ? <LoadFailure onRetry={() => void refetch()} /> : <LeaderboardSkeleton />}
    </>
  )
}

function TournamentSelect(props: {
  readonly tournaments: readonly Tournament[]
  readonly chosenId: number
  readonly onChoose: (id: number) => void
}) {
  const t = useTranslate()
  const format = useFormat()
  return (
    <Select
      label={t('tournaments.choose')}
      className="sm:max-w-sm"
      value={String(props.chosenId)}
      options={props.tournaments.map(({ id, type, endsAtMs }) => ({
        id: String(id),
        label: t('tournaments.option', { name: t(typeNames[type]), date: format.day(endsAtMs) }),
      }))}
      onChange={(id) => props.onChoose(Number(id))}
    />
  )
}

function TournamentView(props: {
  readonly leaderboard: Leaderboard
  readonly tournament: Tournament
  readonly heading: ReactNode
  /** The places could not be loaded again. */
  readonly hasFailed: boolean
  readonly onTimeOver?: () => void
}) {
  const t = useTranslate()
  const { isPractice } = useUser()
  const { leaderboard, tournament, heading, hasFailed, onTimeOver = noop } = props
  return (
    <>
      {heading}
      {hasFailed && <Banner tone="warn">{t('tournaments.refresh_failed')}</Banner>}
      <PlaceCard leaderboard={leaderboard} onTimeOver={onTimeOver} />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex flex-col gap-4">
          <LeaderboardTable key={tournament.id} leaderboard={leaderboard} />
          {!isPractice && <DisplayName name={leaderboard.ownName} />}
        </div>
        <aside className="flex flex-col gap-8 lg:order-last">
          <WonPrizes limit={5} />
          <PrizeList leaderboard={leaderboard} />
        </aside>
      </div>
    </>
  )
}

function noop(): void {}
