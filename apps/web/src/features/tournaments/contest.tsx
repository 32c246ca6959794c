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
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { TabNav, tabLinkClass } from '../../ui/layout/tab-nav.tsx'
import { currentQuery, getTournamentQuery, previousQuery } from './api.ts'
import { DisplayName } from './display-name.tsx'
import { typeNames } from './format-prize.ts'
import { LeaderboardTable } from './leaderboard-table.tsx'
import { LeaderboardView } from './leaderboard-view.tsx'
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
      <TabNav label={t('tournaments.tabs')}>
        <Link to={paths.show('contest')} activeOptions={{ exact: true }} className={tabLinkClass} resetScroll={false}>
          {t('tournaments.first')}
        </Link>
        <Link to={paths.showWith('contest', 'last')} className={tabLinkClass} resetScroll={false}>
          {t('tournaments.last')}
        </Link>
      </TabNav>
      {tab === 'first' ? <CurrentTournament /> : <PreviousTournaments />}
    </div>
  )
}

/** The current tournament. The next ones of both types can be chosen, with their prizes. */
function CurrentTournament() {
  const t = useTranslate()
  const query = useQuery(currentQuery)
  return (
    <LeaderboardView query={query} isEmpty={hasNoTournaments} empty={<EmptyState title={t('tournaments.none_last')} />}>
      {(leaderboard) => <Tournaments leaderboard={leaderboard} onTimeOver={() => void query.refetch()} />}
    </LeaderboardView>
  )
}

function PreviousTournaments() {
  const t = useTranslate()
  return (
    <LeaderboardView
      query={useQuery(previousQuery)}
      isEmpty={hasNoTournaments}
      empty={<EmptyState title={t('tournaments.none_last')}>{t('tournaments.none_last_text')}</EmptyState>}
    >
      {(leaderboard) => <Tournaments leaderboard={leaderboard} />}
    </LeaderboardView>
  )
}

function hasNoTournaments({ tournaments }: Leaderboard): boolean {
  return tournaments.length === 0
}

type TournamentProps = { readonly leaderboard: Leaderboard; readonly onTimeOver?: () => void }

/** The first tournament of the list, or the one that was chosen. */
function Tournaments(props: TournamentProps) {
  const { tournaments } = props.leaderboard
  const [chosenId, setChosenId] = useState<number | null>(null)
  const [first] = tournaments
  if (first === undefined) return null
  const chosen = tournaments.find(({ id }) => id === chosenId) ?? first
  return (
    <>
      <TournamentSelect tournaments={tournaments} chosenId={chosen.id} onChoose={setChosenId} />
      {chosen === first ? <TournamentView {...props} /> : <ChosenTournament key={chosen.id} id={chosen.id} />}
    </>
  )
}

function ChosenTournament({ id }: { readonly id: number }) {
  const t = useTranslate()
  return (
    <LeaderboardView
      query={useQuery(getTournamentQuery(id))}
      isEmpty={hasNoTournaments}
      empty={<EmptyState title={t('tournaments.none_last')} />}
    >
      {(leaderboard) => <TournamentView leaderboard={leaderboard} />}
    </LeaderboardView>
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

/** Tournament of the leaderboard. */
function TournamentView({ leaderboard, onTimeOver = noop }: TournamentProps) {
  const t = useTranslate()
  const { isPractice } = useUser()
  const [tournament] = leaderboard.tournaments
  if (tournament?.state === 'cancelled')
    return (
      <>
        <Banner tone="info" title={t('tournaments.cancelled')}>
          {tournament.cancelWords}
        </Banner>
        <LeaderboardTable key={tournament.id} leaderboard={leaderboard} />
      </>
    )
  return (
    <>
      <PlaceCard leaderboard={leaderboard} onTimeOver={onTimeOver} />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex flex-col gap-4">
          <LeaderboardTable key={tournament?.id} leaderboard={leaderboard} />
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
