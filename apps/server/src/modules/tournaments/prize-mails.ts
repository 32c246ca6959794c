import { formatMoney } from '@tradefront/rules/ledger/format-money'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { baseCurrency } from '@tradefront/rules/rates/rate-codes'
import { translate } from '@tradefront/texts/translate'

import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/database/database.ts'
import { toOfferedLocale } from '../../platform/http/locale.ts'
import { type Mail, sendMail } from '../mail/service.ts'
import type { lockUser } from '../users/service.ts'
import type { PrizeRow } from './prize-store.ts'
import type { TournamentRow } from './tournament-store.ts'

type Recipient = Pick<Awaited<ReturnType<typeof lockUser>>, 'email' | 'language'>

// Mails to winners are queued in the transaction that gives the prize.

/** Mails that the prize waits until the winner is verified. */
export function mailUnverifiedWinner(
  context: AppContext,
  trx: Db,
  tournament: TournamentRow,
  prize: PrizeRow,
  user: Recipient,
) {
  return mailWinner(context, trx, 'prize_unverified', tournament, prize, user)
}

/** Mails that the prize was paid, or that the operator sends it. */
export function mailSettledPrize(
  context: AppContext,
  trx: Db,
  tournament: TournamentRow,
  prize: PrizeRow,
  user: Recipient,
) {
  return mailWinner(context, trx, `prize_${prize.kind}`, tournament, prize, user)
}

async function mailWinner(
  context: AppContext,
  trx: Db,
  template: Mail['template'],
  tournament: TournamentRow,
  prize: PrizeRow,
  user: Recipient,
): Promise<void> {
  await sendMail(context, buildWinnerMail(template, tournament, prize, user, context.config.publicUrl), trx)
}

export function buildWinnerMail(
  template: Mail['template'],
  tournament: TournamentRow,
  prize: PrizeRow,
  user: Recipient,
  publicUrl: string,
): Mail {
  const locale = toOfferedLocale(user.language)
  const formatDate = (date: Date) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(date)
  const formatAmount = (minor: number | null) => {
    const currency = prize.currency ?? baseCurrency
    return formatMoney(fromMinor(minor ?? 0, currency), currency, locale, { isWhole: true })
  }
  const amount = formatAmount(prize.paid)
  // The other templates say themselves that it is a bonus.
  const isNamedBonus = template === 'prize_unverified' && prize.kind === 'bonus'
  const prizeName = prize.item ?? (isNamedBonus ? translate(locale, 'mail.prize_bonus', { amount }) : amount)
  return {
    template,
    locale,
    to: user.email,
    params: {
      rank: prize.rank,
      tournament: translate(locale, tournament.type === 'weekly' ? 'mail.prize_weekly' : 'mail.prize_weekend'),
      date: formatDate(tournament.endsAt),
      prize: prizeName,
      turnover: formatAmount(prize.required),
      release: formatAmount(prize.releaseMax),
      until: formatDate(prize.verifyUntil),
    },
    link: publicUrl === '' ? undefined : `${publicUrl}/${locale}/trading#/show/contest`,
  }
}
