import { cardsCalls } from '@tradefront/contract/cards'
import { getFullName, getInitials, toUser } from '@tradefront/contract/domain/profile'
import { pagesCalls } from '@tradefront/contract/pages'
import type { Bootstrap, ShellSlot } from '@tradefront/contract/settings'
import type { UserRecord } from '@tradefront/contract/user-record'
import { isAllSimulated } from '@tradefront/rules/deposits/funding-tabs'
import { describeCheckTime, describeVerificationNeed } from '@tradefront/rules/documents/describe-verification'
import { formatMoney } from '@tradefront/rules/ledger/format-money'
import { needsStatementCode } from '@tradefront/rules/validation/statement-code'
import type { TextKey } from '@tradefront/texts/keys'
import type { Locale } from '@tradefront/texts/locales'
import type { MessageParams } from '@tradefront/texts/format-message'
import { translate } from '@tradefront/texts/translate'

import { summarizeHtml } from '../../platform/http/summarize-html.ts'
import { findReply } from './page-replies.ts'

/**
 * Writes what the shell of the trading area shows about the trader, as the screens show it when their scripts have come. A value that a screen
 * would not show is empty.
 * @param replies that come with the page
 */
export function describeTrader(
  record: UserRecord,
  { settings, sandbox }: Pick<Bootstrap, 'settings' | 'sandbox'>,
  replies: Readonly<Record<string, unknown>>,
  locale: Locale,
): Readonly<Record<ShellSlot, string>> {
  const user = toUser(record)
  const t = (key: TextKey, params?: MessageParams) => translate(locale, key, params)
  const writeAmount = (amount: number) => formatMoney(amount, user.currency, locale, { isWhole: true })
  const need = describeVerificationNeed(user, settings.tradingBlock, t, writeAmount)
  const isEmbedded = settings.platformUrl !== null
  const isSent = [user.passportState, user.signatureState].every((state) => state === 'sent' || state === 'approved')
  const isPaying = findReply(replies, cardsCalls.getCurrentDeposit)?.deposit != null
  const intro = findReply(replies, pagesCalls.getPage, 'funding')?.html ?? ''
  const hint = isEmbedded ? null : need
  return {
    account: t(user.isPractice ? 'profile.account_practice' : 'profile.account_real'),
    // The embedded platform has the balance of a real account.
    balance: isEmbedded && !user.isPractice ? '–' : formatMoney(user.balance, user.currency, locale),
    // Roubles end with their unit.
    currency: user.currency === 'RUB' ? '' : user.currency,
    initials: getInitials(user),
    name: getFullName(user),
    // Any other introduction than one short paragraph comes with its screen.
    fundingIntro: /^\s*<p>[^<]{1,160}<\/p>\s*$/.test(intro) ? (summarizeHtml(intro) ?? '') : '',
    testNote: sandbox ? t(isAllSimulated(user.simulatedMethods) ? 'shell.sandbox' : 'shell.sandbox_part') : '',
    verificationHint: hint === null ? '' : [hint, isSent && t('profile.verify_checking')].filter(Boolean).join(' '),
    verificationLink: hint === null || isSent ? '' : t('profile.verify_send'),
    verificationNotice:
      need === null || isPaying || needsStatementCode(user)
        ? ''
        : [
            need,
            t('profile.verify_what'),
            describeCheckTime(user.isEmailProved, settings.documentHours ?? null, t),
          ].join(' '),
  }
}
