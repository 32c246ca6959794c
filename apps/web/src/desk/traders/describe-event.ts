import type { TraderEvent } from '@tradefront/contract/desk-traders'
import { fromMinor } from '@tradefront/rules/ledger/money'

import type { Format } from '../../platform/i18n/format.ts'
import { isLoadedText, type Translate } from '../../platform/i18n/i18n.ts'

export type EventText = {
  readonly title: string
  /** State of the event, if it has one. */
  readonly state?: string
  /** True for a state that needs a look. */
  readonly isBad?: boolean
  /** True for events that are frequent and of little interest. */
  readonly isQuiet?: boolean
  readonly detail?: string
  /**
   * Amount with the sign that the trader's account sees. `state` is `open` while it can still move, and `off` if it did not move or came
   * back.
   */
  readonly money?: { readonly minor: number; readonly currency: string; readonly state: 'moved' | 'open' | 'off' }
}

const badDeposits: readonly string[] = ['failed', 'suspense', 'taken_back', 'reversed']
const endedWithdrawals: readonly string[] = ['cancelled', 'rejected', 'returned']

const waitingDeposits: readonly string[] = ['open', 'processing', 'review', 'suspense', 'refund_due']

function findDepositMoney(state: string): 'moved' | 'open' | 'off' {
  if (state.startsWith('credited')) return 'moved'
  return waitingDeposits.includes(state) ? 'open' : 'off'
}

/** Describes a row of the timeline. */
export function describeEvent(t: Translate, format: Format, event: TraderEvent): EventText {
  const write = (minor: number, currency: string) => format.money(fromMinor(minor, currency), currency)
  switch (event.kind) {
    case 'deposit':
      return {
        title: t('traders.kind_deposit'),
        state: t(`traders.deposit_${event.state}`),
        isBad: badDeposits.includes(event.state),
        detail: [event.instrument, event.processor, event.number.toUpperCase()].filter(Boolean).join(' · '),
        money: { minor: event.amount, currency: event.currency, state: findDepositMoney(event.state) },
      }
    case 'withdrawal':
      return {
        title: t('traders.kind_withdrawal'),
        state: t(`desk.state_${event.state}`),
        isBad: event.state === 'returned',
        detail: `${t(`withdrawal.method_${event.method}`)} · ${event.number.toUpperCase()}`,
        money: {
          minor: -event.amount,
          currency: event.currency,
          state: endedWithdrawals.includes(event.state) ? 'off' : 'moved',
        },
      }
    case 'bonus':
      return {
        title: t('traders.bonus'),
        state: t(`traders.bonus_${event.state}`),
        detail: t('traders.bonus_turnover', {
          done: write(event.turnoverDone, event.currency),
          needed: write(event.turnoverNeeded, event.currency),
        }),
        money: { minor: event.amount, currency: event.currency, state: 'moved' },
      }
    case 'correction':
      return {
        title: t('traders.correction'),
        state: t(`traders.correction_${event.state}`),
        money: { minor: event.amount, currency: event.currency, state: 'moved' },
      }
    case 'trades':
      return {
        title: t('traders.trades', { count: event.count }),
        detail: t('traders.staked', {
          amount: write(event.stake, event.currency),
          day: format.longDay(Date.parse(event.day), 'UTC'),
        }),
        money: { minor: event.result, currency: event.currency, state: 'moved' },
      }
    case 'document':
      return {
        title: t(`traders.document_${event.document}`),
        state: translateCode(t, `traders.document_${event.state}`, event.state),
        isBad: event.state === 'refused',
        ...(event.reason !== null && { detail: translateCode(t, `traders.reason_${event.reason}`, event.reason) }),
      }
    case 'ticket':
      return {
        title: `${t('traders.kind_ticket')} ${event.number.toUpperCase()}`,
        state: t(`traders.ticket_${event.status}`),
      }
    case 'access':
      return { title: translateCode(t, `traders.access_${event.event}`, event.event), isQuiet: true }
    case 'act': {
      const action = describeAct(t, event.action)
      return {
        title: t('traders.act_of', { operator: event.operator, action }),
        ...(event.reason !== null && { detail: `“${event.reason}”` }),
      }
    }
  }
}

/** What an operator has done, e.g. `approved a withdrawal`. @param action as the audit trail names it */
export const describeAct = (t: Translate, action: string): string =>
  translateCode(t, `traders.did_${action.replace('.', '_')}`, action)

/** The text, or the code if it is of a newer version. */
function translateCode(t: Translate, key: string, code: string): string {
  return isLoadedText(key) ? t(key) : code
}
