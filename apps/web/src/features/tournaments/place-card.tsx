import { Link } from '@tanstack/react-router'
import type { Leaderboard, Participant, Tournament } from '@tradefront/contract/domain/tournaments'
import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'

import { useTimeLeft } from '../../platform/countdown.ts'
import { useUser } from '../../platform/current-user.ts'
import { type Format, useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { SwitchToReal } from '../profile/switch-to-real.tsx'
import { formatPrize, formatScore } from './format-prize.ts'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'

type CardProps = { readonly leaderboard: Leaderboard; readonly onTimeOver: () => void }

/** Card with the main prize, and beside it the own place and the conditions of a prize. */
export function PlaceCard({ leaderboard, onTimeOver }: CardProps) {
  const t = useTranslate()
  const format = useFormat()
  const { isPractice } = useUser()
  const [tournament] = leaderboard.tournaments
  if (tournament === undefined) return null
  const own = leaderboard.participants.find(({ isOwn }) => isOwn)
  return (
    <div className="grid overflow-hidden rounded-card border border-line bg-surface lg:grid-cols-2">
      <div className="flex flex-col gap-6 p-4 sm:p-6">
        <dl>
          <MainPrize leaderboard={leaderboard} />
        </dl>
        <dl className="flex flex-wrap gap-x-10 gap-y-4">
          <Fact name={<DeadlineName tournament={tournament} />}>
            <Deadline tournament={tournament} onTimeOver={onTimeOver} />
          </Fact>
          <Fact name={t('tournaments.fund')}>
            {leaderboard.fund === null
              ? t('tournaments.fund_off')
              : t('tournaments.fund_value', {
                  present: formatBase(leaderboard.fund.present, format),
                  full: formatBase(leaderboard.fund.full, format),
                })}
          </Fact>
        </dl>
      </div>
      <div className="flex flex-col gap-5 border-line p-4 max-lg:border-t sm:p-6 lg:border-s">
        {own !== undefined ? (
          <OwnPlace own={own} leaderboard={leaderboard} tournament={tournament} />
        ) : isPractice ? (
          <PracticeNote />
        ) : (
          <Absent tournament={tournament} />
        )}
        {!isPractice && tournament.state === 'running' && (
          <PrizeConditions leaderboard={leaderboard} tournament={tournament} own={own} />
        )}
      </div>
    </div>
  )
}

/** The first prize with the present fund. If the fund is empty, the most that it can become. */
function MainPrize({ leaderboard: { prizes, fund } }: { readonly leaderboard: Leaderboard }) {
  const t = useTranslate()
  const format = useFormat()
  const [firstPrize = null] = prizes
  const count = prizes.filter((prize) => prize !== null).length
  const isGrowing = firstPrize === null && fund !== null
  return (
    <div className="flex flex-col gap-1">
      <dt className="text-muted">{t(isGrowing ? 'tournaments.prizes_full' : 'tournaments.main_prize')}</dt>
      <dd className="text-40 leading-none font-semibold tabular">
        {isGrowing
          ? formatBase(fund.full, format)
          : firstPrize === null
            ? t('tournaments.no_prize_place')
            : formatPrize(firstPrize, t, format)}
      </dd>
      {count > 1 && <dd className="text-muted">{t('tournaments.prize_count', { count })}</dd>}
    </div>
  )
}

/** Conditions of a prize, and how far they are met. */
function PrizeConditions(props: {
  readonly leaderboard: Leaderboard
  readonly tournament: Tournament
  readonly own: Participant | undefined
}) {
  const t = useTranslate()
  const format = useFormat()
  const { verification } = useUser()
  const { own, tournament, leaderboard } = props
  const { own: progress, terms } = leaderboard
  const conditions = [
    {
      text: t(tournament.type === 'weekend' ? 'tournaments.takes_trade_weekend' : 'tournaments.takes_trade'),
      isDone: own !== undefined,
    },
    {
      text: t('tournaments.takes_stake', { amount: formatBase(terms.stakesMin, format) }),
      isDone: progress?.stakesMissing === 0,
    },
    { text: t('tournaments.takes_profit'), isDone: own !== undefined && own.score > 0 },
    { text: t('tournaments.takes_verified', { days: terms.verifyDays }), isDone: verification === 'Full' },
  ]
  return (
    <section aria-labelledby="prize-conditions" className="flex flex-col gap-2">
      <h2 id="prize-conditions" className="font-medium">
        {t('tournaments.takes')}
      </h2>
      <ul className="flex flex-col gap-1.5">
        {conditions.map(({ text, isDone }) => (
          <li key={text} className="flex gap-2">
            {isDone ? (
              <CircleCheck size={18} aria-hidden className="mt-px shrink-0 text-up" />
            ) : (
              <Circle size={18} aria-hidden className="mt-px shrink-0 text-faint" />
            )}
            <span className={cx(isDone && 'text-muted')}>
              {text}
              {isDone && <span className="sr-only">, {t('profile.step_done')}</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function OwnPlace(props: {
  readonly own: Participant
  readonly leaderboard: Leaderboard
  readonly tournament: Tournament
}) {
  const t = useTranslate()
  const format = useFormat()
  const { own, leaderboard, tournament } = props
  const count = leaderboard.participantCount
  const progress = tournament.state === 'running' ? leaderboard.own : null
  return (
    <>
      <p role="status" className="sr-only">
        {t('tournaments.own_status', { rank: own.rank, count })}
      </p>
      <div aria-hidden className="flex flex-col">
        <span className="text-13 text-muted">{t('tournaments.own_place')}</span>
        <span className="flex items-baseline gap-2">
          <span className="text-40 font-semibold tabular">{format.number(own.rank)}</span>
          <span className="text-muted tabular">{t('tournaments.of_participants', { count })}</span>
        </span>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-3">
        <Detail name={t('tournaments.score')}>
          <bdi dir="ltr" className={cx('tabular', own.score > 0 ? 'text-up' : own.score < 0 && 'text-down')}>
            {formatScore(own.score, format)}
          </bdi>
        </Detail>
        <Detail name={t(tournament.state === 'finished' ? 'tournaments.prize_won' : 'tournaments.prize_now')}>
          <OwnPrize own={own} progress={leaderboard.own} />
        </Detail>
        {progress !== null && progress.profitMissing !== null && (
          <Detail name={t('tournaments.to_prize')}>
            {t('tournaments.to_prize_value', { amount: formatBase(progress.profitMissing, format) })}
          </Detail>
        )}
        {progress !== null && progress.maxPrize !== null && (
          <Detail name={t('tournaments.prize_max')}>
            {t('tournaments.prize_max_value', { amount: formatBase(progress.maxPrize, format) })}
          </Detail>
        )}
      </dl>
    </>
  )
}

function OwnPrize({ own, progress }: { readonly own: Participant; readonly progress: Leaderboard['own'] }) {
  const t = useTranslate()
  const format = useFormat()
  if (own.prize !== null) return formatPrize(own.prize, t, format)
  if (own.score <= 0) return t('tournaments.no_prize_loss')
  if (progress !== null && progress.stakesMissing > 0)
    return t('tournaments.no_prize_stakes', { amount: formatBase(progress.stakesMissing, format) })
  if (progress?.isBehindOwnAccount === true) return t('tournaments.no_prize_person')
  return t('tournaments.no_prize_place')
}

function formatBase(amount: number, format: Format): string {
  return format.money(amount, baseCurrency, { isWhole: true })
}

function Detail({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col">
      <dt className="text-13 text-muted">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}

function Absent({ tournament: { state, type } }: { readonly tournament: Tournament }) {
  const t = useTranslate()
  if (state === 'finished' || state === 'counting')
    return <p className="text-21 font-semibold">{t('tournaments.was_absent')}</p>
  const howTo = type === 'weekend' ? 'tournaments.not_joined_weekend_text' : 'tournaments.not_joined_text'
  return (
    <>
      <div className="flex flex-col gap-1">
        <p className="text-21 font-semibold">
          {t(state === 'upcoming' ? 'tournaments.upcoming' : 'tournaments.not_joined')}
        </p>
        <p className="text-muted">{t(state === 'upcoming' ? 'tournaments.upcoming_text' : howTo)}</p>
      </div>
      <Link to={paths.home()} className={buttonClass({ tone: 'primary', className: 'self-start' })}>
        {t('tournaments.trade')}
      </Link>
    </>
  )
}

function PracticeNote() {
  const t = useTranslate()
  return (
    <>
      <p className="text-17 font-medium">{t('tournaments.practice')}</p>
      <SwitchToReal />
    </>
  )
}

function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="text-13 text-muted">{name}</dt>
      <dd className="text-21 font-semibold tabular">{children}</dd>
    </div>
  )
}

function DeadlineName({ tournament: { state } }: { readonly tournament: Tournament }) {
  const t = useTranslate()
  if (state === 'upcoming') return t('tournaments.starts_in')
  return t(state === 'running' ? 'tournaments.ends_in' : 'tournaments.ended')
}

function Deadline({ tournament, onTimeOver }: { readonly tournament: Tournament; readonly onTimeOver: () => void }) {
  const t = useTranslate()
  const format = useFormat()
  const { state, startsAtMs, endsAtMs } = tournament
  if (state === 'counting')
    return (
      <>
        {t('tournaments.counting')}
        <span className="block text-13 font-normal text-muted">{t('tournaments.counting_text')}</span>
      </>
    )
  if (state === 'finished') return format.day(endsAtMs)
  return <Countdown key={state} atMs={state === 'upcoming' ? startsAtMs : endsAtMs} onTimeOver={onTimeOver} />
}

function Countdown({ atMs, onTimeOver }: { readonly atMs: number; readonly onTimeOver: () => void }) {
  const t = useTranslate()
  const format = useFormat()
  const leftMs = useTimeLeft(atMs, { onEnd: onTimeOver, askTime: onTimeOver })
  return (
    <span role="timer" className="whitespace-nowrap">
      {leftMs === null ? t('tournaments.time_unknown') : format.countdown(leftMs)}
    </span>
  )
}
