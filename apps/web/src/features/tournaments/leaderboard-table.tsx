import type { Leaderboard, Participant } from '@tradefront/contract/domain/tournaments'
import { maxDisplayNameChars } from '@tradefront/contract/tournaments'
import { useState } from 'react'

import { useUser } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { FlagImage } from '../../ui/brand/flag-image.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { filterParticipants } from './filter-participants.ts'
import { formatPrize, formatScore } from './format-prize.ts'

/** Table of the leaderboard. The own place stays while names are searched. */
export function LeaderboardTable({ leaderboard }: { readonly leaderboard: Leaderboard }) {
  const t = useTranslate()
  const [search, setSearch] = useState('')
  const { participants } = leaderboard
  if (participants.length === 0) return <NoParticipants leaderboard={leaderboard} />
  const shown = filterParticipants(participants, search)
  const isNoneFound = search.trim() !== '' && !shown.some(({ isFound }) => isFound)
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-1.5">
        <TextField
          className="sm:max-w-xs"
          label={t('tournaments.search')}
          value={search}
          onChange={setSearch}
          maxLength={maxDisplayNameChars}
          autoComplete="off"
          spellCheck={false}
        />
        <p role="status" className="text-13 text-muted empty:hidden">
          {search.trim() !== '' &&
            (isNoneFound ? t('tournaments.search_none') : t('tournaments.found', { count: shown.length }))}
        </p>
      </div>
      <ParticipantTable participants={shown.map(({ participant }) => participant)} />
    </div>
  )
}

function NoParticipants({ leaderboard }: { readonly leaderboard: Leaderboard }) {
  const t = useTranslate()
  const { isPractice } = useUser()
  const isOver = ['finished', 'counting', 'cancelled'].includes(leaderboard.tournaments[0]?.state ?? '')
  if (leaderboard.tournaments[0]?.state === 'upcoming') return <EmptyState title={t('tournaments.upcoming')} />
  if (isOver) return <EmptyState title={t('tournaments.empty_last')} />
  return <EmptyState title={t('tournaments.empty')}>{!isPractice && t('tournaments.empty_text')}</EmptyState>
}

export function ParticipantTable({ participants }: { readonly participants: readonly Participant[] }) {
  const t = useTranslate()
  return (
    <table className="w-full border-separate border-spacing-0">
      <caption className="sr-only">{t('tournaments.places')}</caption>
      <thead className="text-13 text-muted">
        <tr>
          <th scope="col" className={cx(cellClass, 'text-end font-normal')}>
            {t('tournaments.place')}
          </th>
          <th scope="col" className={cx(cellClass, 'text-start font-normal')}>
            {t('tournaments.name')}
          </th>
          <th scope="col" className={cx(cellClass, 'text-end font-normal')}>
            {t('tournaments.score')}
          </th>
          <th scope="col" className={cx(cellClass, 'w-36 text-end font-normal max-sm:hidden')}>
            {t('tournaments.prize')}
          </th>
        </tr>
      </thead>
      <tbody>
        {participants.map((participant) => (
          <ParticipantRow key={participant.rank} participant={participant} />
        ))}
      </tbody>
    </table>
  )
}

const cellClass = 'border-b border-line px-2 py-2.5 first:ps-3 last:pe-3 sm:px-3'

function ParticipantRow({ participant }: { readonly participant: Participant }) {
  const t = useTranslate()
  const format = useFormat()
  const { rank, name, country, score, prize, isOwn } = participant
  const prizeText = prize === null ? '' : formatPrize(prize, t, format)
  return (
    <tr
      className={cx(isOwn && 'sticky bottom-14 z-10 bg-accent-soft font-medium lg:bottom-0')}
      aria-current={isOwn || undefined}
    >
      <td className={cx(cellClass, 'w-14 text-end tabular', rank <= 3 && 'font-semibold')}>{format.number(rank)}</td>
      <th scope="row" className={cx(cellClass, 'text-start font-normal')}>
        <span className="me-2.5 inline-block h-3.5 w-[21px] overflow-hidden rounded-[2px] align-[-2px] outline outline-line">
          <FlagImage iso={country} />
        </span>
        <bdi className={cx('wrap-anywhere', isOwn && 'font-semibold')}>{name}</bdi>
        {isOwn && <span className="ms-2 text-13 font-medium text-accent-ink">{t('tournaments.you')}</span>}
        {prizeText !== '' && <span className="block ps-[31px] text-13 text-muted sm:hidden">{prizeText}</span>}
      </th>
      <td
        className={cx(
          cellClass,
          'text-end tabular whitespace-nowrap',
          score > 0 ? 'text-up' : score < 0 && 'text-down',
        )}
      >
        <bdi dir="ltr">{formatScore(score, format)}</bdi>
      </td>
      <td className={cx(cellClass, 'text-end whitespace-nowrap max-sm:hidden')}>{prizeText}</td>
    </tr>
  )
}
