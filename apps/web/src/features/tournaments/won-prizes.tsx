import { useQuery } from '@tanstack/react-query'
import type { WonPrize } from '@tradefront/contract/tournaments'
import Gift from 'lucide-react/icons/gift'

import { Link } from '@tanstack/react-router'
import { useUser } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { prizesQuery } from './api.ts'
import { formatPrize, typeNames } from './format-prize.ts'

/** The trader's prizes, and how each one ended. Nothing is shown without any. */
export function WonPrizes({ limit }: { readonly limit?: number }) {
  const t = useTranslate()
  const { email, isEmailProved } = useUser()
  const { data = [] } = useQuery({ ...prizesQuery, refetchOnMount: 'always' })
  if (data.length === 0) return null
  return (
    <section
      aria-labelledby="won"
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 sm:p-5"
    >
      <h2 id="won" className="flex items-center gap-2 text-17 font-semibold">
        <Gift size={20} className="text-up" aria-hidden />
        {t('tournaments.won')}
      </h2>
      <ul className="flex flex-col gap-4">
        {data.slice(0, limit).map((won) => (
          <WonPrizeRow key={won.tournamentId} won={won} />
        ))}
      </ul>
      {!isEmailProved && data.some(isWaiting) && <p>{t('tournaments.won_proof', { email })}</p>}
    </section>
  )
}

/**
 * Returns whether a prize waits for the trader's documents or address, which our mails ask for. An e-mail address that is not proved gets
 * no mail.
 */
const isWaiting = ({ state }: WonPrize): boolean => state === 'unverified' || state === 'due'

function WonPrizeRow({ won }: { readonly won: WonPrize }) {
  const t = useTranslate()
  const format = useFormat()
  const { rank, type, endedAtMs, prize } = won
  const place = t('tournaments.won_place', { rank, name: t(typeNames[type]), date: format.day(endedAtMs) })
  return (
    <li className="flex flex-col gap-0.5">
      <span className="text-21 font-semibold">{formatPrize(prize, t, format)}</span>
      <span className="text-13 text-muted">{place}</span>
      <DeliveryNote won={won} />
    </li>
  )
}

function DeliveryNote({ won: { paid, sentAtMs, state, verifyUntilMs } }: { readonly won: WonPrize }) {
  const t = useTranslate()
  const format = useFormat()
  if (state === 'unverified')
    return (
      <>
        {t('tournaments.won_unverified', { date: format.day(verifyUntilMs) })}{' '}
        <Link to={paths.showWith('personal', 'documents')} className="target text-accent-ink hover:underline">
          {t('tournaments.won_documents')}
        </Link>
      </>
    )
  if (state === 'held') return t('tournaments.won_held')
  if (state === 'paying') return t('tournaments.won_paying')
  if (state === 'lapsed') return t('tournaments.won_lapsed')
  if (paid === null)
    return sentAtMs === null
      ? t('tournaments.won_item_due')
      : t('tournaments.won_item_sent', { date: format.day(sentAtMs) })
  const money = (amount: number) => format.money(amount, paid.currency, { isWhole: true })
  return paid.turnoverRequired === null
    ? t('tournaments.won_cash', { amount: money(paid.amount) })
    : t('tournaments.won_bonus', { amount: money(paid.amount), turnover: money(paid.turnoverRequired) })
}
