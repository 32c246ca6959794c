import { formatMoney } from '@tradefront/rules/ledger/format-money'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { maskAccount } from '@tradefront/rules/withdrawal/destination-account'
import type { WithdrawalMethod } from '@tradefront/rules/withdrawal/methods'
import type { WithdrawalState } from '@tradefront/rules/withdrawal/withdrawal-states'
import type { MessageParams } from '@tradefront/texts/format-message'
import type { TextKey } from '@tradefront/texts/keys'
import type { Locale } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'

import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/database/database.ts'
import { invariant } from '../../platform/http/errors.ts'
import { toOfferedLocale } from '../../platform/http/locale.ts'
import { findWithdrawalBonus, type WithdrawalBonus } from '../ledger/service.ts'
import { formatMailTime, type Mail, sendMail } from '../mail/service.ts'
import { findUserById } from '../users/service.ts'
import { findWithdrawal } from './withdrawal-store.ts'
import { formatWithdrawalNumber, type Payout, type Withdrawal } from './withdrawal.ts'

/** States that are mailed. `stopped` replaces the state of one that ends because a payment was taken back: its money is not back. */
export type MailedState = Exclude<WithdrawalState, 'unconfirmed' | 'paying' | 'given_up' | 'expired'> | 'stopped'

/** States whose mail a trader can stop, because another mail follows. All others tell what a trader must know. */
const stoppableStates: ReadonlySet<MailedState> = new Set(['approved'])

/** Mails in the transaction of the change: without its commit, nothing is sent. @param given its id, or as it is after the change */
export async function mailWithdrawal(
  context: AppContext,
  trx: Db,
  given: Withdrawal | string,
  state: MailedState,
): Promise<void> {
  const withdrawal = typeof given === 'string' ? await findWithdrawal(trx, given, null) : given
  const user = withdrawal && (await findUserById(trx, withdrawal.userId))
  invariant(withdrawal && user, 'a withdrawal has a trader')
  const bonus = await findWithdrawalBonus(trx, withdrawal.id)
  await sendMail(context, buildWithdrawalMail(withdrawal, state, bonus, user, context.config.publicUrl), trx)
}

export function buildWithdrawalMail(
  withdrawal: Withdrawal,
  state: MailedState,
  bonus: WithdrawalBonus | null,
  { email, language }: { readonly email: string; readonly language: string },
  publicUrl: string,
): Mail {
  const locale = toOfferedLocale(language)
  return {
    to: email,
    template: `withdrawal_${state}`,
    locale,
    params: buildParams(withdrawal, state, bonus, locale),
    link: publicUrl === '' ? undefined : `${publicUrl}/${locale}/trading#/show/withdrawal/${withdrawal.id}`,
    subscription: stoppableStates.has(state) ? { userId: withdrawal.userId, topic: 'withdrawals' } : undefined,
  }
}

export function translateMethod(locale: Locale, method: WithdrawalMethod): string {
  return translate(locale, `withdrawal.method_${method}`)
}

/** Describes where money goes; without an account, it goes back as it came. */
export function describePlace(
  locale: Locale,
  { method, account, cardKind, cardHint }: Pick<Payout, 'method' | 'account' | 'cardKind' | 'cardHint'>,
): string {
  if (account !== null) return maskAccount(method, account)
  if (method === 'bitcoin' || method === 'eth') return translate(locale, 'withdrawal.place_coins')
  if (method !== 'card') return translate(locale, 'withdrawal.place_refund')
  const brand = brands[cardKind ?? ''] ?? translateMethod(locale, 'card')
  return cardHint === null ? brand : `${brand} •••• ${cardHint}`
}

const brands: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard', maestro: 'Maestro' }

const bonusTexts = {
  'bonus.frozen': 'mail.withdrawal_bonus_frozen',
  'bonus.given_up': 'mail.withdrawal_bonus_taken',
  'bonus.unfrozen': 'mail.withdrawal_bonus_back',
} as const satisfies Record<WithdrawalBonus['kind'], TextKey>

/** Returns null if there is no bonus, or its deposit was taken back while it was frozen. */
function findBonusText({ endedAtMs }: Withdrawal, bonus: WithdrawalBonus | null): TextKey | null {
  return bonus === null || (bonus.kind === 'bonus.frozen' && endedAtMs !== null) ? null : bonusTexts[bonus.kind]
}

function buildParams(
  withdrawal: Withdrawal,
  state: MailedState,
  bonus: WithdrawalBonus | null,
  locale: Locale,
): MessageParams {
  const { amount, fee, returned, currency, payouts, confirmedAtMs, reason } = withdrawal
  const t = (key: TextKey, params?: MessageParams) => translate(locale, key, params)
  const money = (minor: number) => formatMoney(fromMinor(minor, currency), currency, locale)
  const bonusText = findBonusText(withdrawal, bonus)
  const paid = payouts.reduce((sum, payout) => sum + (payout.state === 'paid' ? payout.amount : 0), 0)
  const isStopped = state === 'stopped'
  const details = [
    t('mail.withdrawal_amount', { amount: money(amount) }),
    ...(fee === 0 ? [] : [t('mail.withdrawal_fee', { amount: money(fee) })]),
    ...payouts.map((payout) =>
      t('mail.withdrawal_part', {
        method: translateMethod(locale, payout.method),
        place: describePlace(locale, payout),
        amount: money(payout.amount),
      }),
    ),
    ...(isStopped && paid > 0 ? [t('mail.withdrawal_sent', { amount: money(paid) })] : []),
    ...(returned === 0
      ? []
      : [t(isStopped ? 'mail.withdrawal_stopped' : 'mail.withdrawal_returned', { amount: money(returned) })]),
    ...(bonusText === null ? [] : [t(bonusText, { amount: money(bonus?.amount ?? 0) })]),
    t('mail.deposit_date', { at: formatMailTime(new Date(confirmedAtMs ?? withdrawal.createdAtMs)) }),
    t('mail.deposit_reference', { reference: formatWithdrawalNumber(withdrawal.id) }),
  ]
  return {
    amount: money(amount),
    paid: money(paid),
    returned: money(returned),
    reason: reason ?? t('mail.withdrawal_no_reason'),
    details: details.join('\n'),
  }
}
