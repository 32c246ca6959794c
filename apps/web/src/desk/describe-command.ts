import type { CommandView } from '@tradefront/contract/desk'
import { operatorActions, type OperatorActionName } from '@tradefront/contract/operator-actions'
import { fromMinor } from '@tradefront/rules/ledger/money'
import { formatTicketNumber } from '@tradefront/rules/support/references'
import * as z from 'zod/mini'

import type { Format } from '../platform/i18n/format.ts'
import { describeControl } from './control/describe-control.ts'
import { formatRate } from './decisions/format-rate.ts'
import { isLoadedText, type Translate } from '../platform/i18n/i18n.ts'

/** Describes what a command does, in one sentence with its own facts. */
export function describeCommand(
  t: Translate,
  format: Format,
  { action, input }: Pick<CommandView, 'action' | 'input'>,
): string {
  const given: unknown = JSON.parse(input)
  const write = (minor: number, currency: string) => format.money(fromMinor(minor, currency), currency)
  switch (action) {
    case 'withdrawal.reject':
      return t('actions.withdrawal_reject_does', { words: operatorActions[action].input.parse(given).words })
    case 'claim.reject':
      return t('actions.claim_reject_does', operatorActions[action].input.parse(given))
    case 'deposit.resolve_unpaid':
    case 'deposit.ask':
      return t(`${toActionText(action)}_does`, { trader: operatorActions[action].input.parse(given).trader })
    case 'chargeback.note':
    case 'chargeback.attach':
    case 'chargeback.detach':
      return t(`${toActionText(action)}_does`)
    case 'chargeback.close': {
      const { result } = operatorActions[action].input.parse(given)
      return t('actions.chargeback_close_does', { result: t(`desk_money.result_${result}`) })
    }
    case 'withdrawal.decide_doubt': {
      const { amount, currency, trader, result } = operatorActions[action].input.parse(given)
      return t('actions.withdrawal_decide_doubt_does', {
        amount: write(amount, currency),
        trader,
        result: t(`desk_money.doubt_${result}`),
      })
    }
    case 'withdrawal.pay_by_hand': {
      const { amount, currency, trader, reference } = operatorActions[action].input.parse(given)
      return t('actions.withdrawal_pay_by_hand_does', { amount: write(amount, currency), trader, reference })
    }
    case 'balance.correct': {
      const { change, currency, trader } = operatorActions[action].input.parse(given)
      const signed = format.money(fromMinor(change, currency), currency, { isSigned: true })
      return t('actions.balance_correct_does', { change: signed, trader })
    }
    case 'bonus.give': {
      const { amount, turnover, currency, trader } = operatorActions[action].input.parse(given)
      return t('actions.bonus_give_does', {
        amount: write(amount, currency),
        turnover: write(turnover, currency),
        trader,
      })
    }
    case 'withdrawal.approve':
    case 'deposit.resolve_paid':
    case 'deposit.accept':
    case 'deposit.refund':
    case 'deposit.reverse':
    case 'claim.accept': {
      const { amount, currency, trader } = operatorActions[action].input.parse(given)
      return t(`${toActionText(action)}_does`, { amount: write(amount, currency), trader })
    }
    case 'provider.connect': {
      const { provider, address, keys } = operatorActions[action].input.parse(given)
      const written = keys.map(({ name, end }) => (end === '' ? name : `${name} …${end}`)).join(', ')
      return t('actions.provider_connect_does', { provider, address, keys: written })
    }
    case 'provider.disconnect':
      return t('actions.provider_disconnect_does', operatorActions[action].input.parse(given))
    case 'exception.explain': {
      const { day, words } = operatorActions[action].input.parse(given)
      return t('actions.exception_explain_does', { day, words })
    }
    case 'day.close':
      return t('actions.day_close_does', operatorActions[action].input.parse(given))
    case 'document.approve': {
      const { trader, kind } = operatorActions[action].input.parse(given)
      return t('actions.document_approve_does', { trader, document: t(`desk_support.kind_${kind}`) })
    }
    case 'document.refuse': {
      const { trader, kind, refusal } = operatorActions[action].input.parse(given)
      const facts = { trader, document: t(`desk_support.kind_${kind}`), why: t(`documents.reason_${refusal}`) }
      return t('actions.document_refuse_does', facts)
    }
    case 'ticket.answer':
      return t('actions.ticket_answer_does', readTicket(operatorActions[action].input.parse(given)))
    case 'ticket.close':
    case 'ticket.answer_by_template':
    case 'ticket.move':
      return t(`${toActionText(action)}_does`, readTicket(operatorActions[action].input.parse(given)))
    case 'ticket.merge': {
      const { ticket, into } = operatorActions[action].input.parse(given)
      return t('actions.ticket_merge_does', { ...readTicket({ ticket }), into: formatTicketNumber(into) })
    }
    case 'ticket.assign': {
      const parsed = operatorActions[action].input.parse(given)
      return t('actions.ticket_assign_does', {
        ...readTicket(parsed),
        name: parsed.operator ?? t('desk_support.nobody'),
      })
    }
    case 'ticket.note':
      return t('actions.ticket_note_does', readTicket(operatorActions[action].input.parse(given)))
    case 'template.save':
      return t('actions.template_save_does', { title: operatorActions[action].input.parse(given).title })
    case 'template.remove':
      return t('actions.template_remove_does')
    case 'trader.note':
      return t('actions.trader_note_does', { trader: operatorActions[action].input.parse(given).trader })
    case 'trader.tag':
    case 'trader.untag':
      return t(`${toActionText(action)}_does`, operatorActions[action].input.parse(given))
    case 'case.take':
      return t('actions.case_take_does')
    case 'case.snooze':
      return t('actions.case_snooze_does')
    case 'alert.resolve':
      return t('actions.alert_resolve_does', operatorActions[action].input.parse(given))
    case 'trading.stop':
    case 'trading.resume': {
      const { symbol } = operatorActions[action].input.parse(given)
      return t(`${toActionText(action)}_does`, { symbol: symbol === 'ALL' ? t('actions.all_symbols') : symbol })
    }
    case 'promo.create': {
      const { promo, percent, bonus, amount, currency } = operatorActions[action].input.parse(given)
      return t('actions.promo_create_does', {
        code: promo,
        bonus: bonus === null ? format.percent((percent ?? 0) / 100) : write(bonus, currency),
        cost: amount === null ? t('actions.promo_no_bound') : write(amount, currency),
      })
    }
    case 'promo.change': {
      const { promo, amount, currency } = operatorActions[action].input.parse(given)
      const cost = amount === null ? t('actions.promo_no_bound') : write(amount, currency)
      return t('actions.promo_change_does', { code: promo, cost })
    }
    case 'promo.end':
      return t('actions.promo_end_does', { code: operatorActions[action].input.parse(given).promo })
    case 'tournament.change': {
      const { tournament, amount, currency } = operatorActions[action].input.parse(given)
      return t('actions.tournament_change_does', { tournament, amount: write(amount, currency) })
    }
    case 'tournament.cancel': {
      const { tournament, words } = operatorActions[action].input.parse(given)
      return t('actions.tournament_cancel_does', { tournament, words: Object.values(words).join(' — ') })
    }
    case 'mail.change': {
      const { mail, subject } = operatorActions[action].input.parse(given)
      return t('actions.mail_change_does', { mail, subject })
    }
    case 'mail.restore':
      return t('actions.mail_restore_does', { mail: operatorActions[action].input.parse(given).mail })
    case 'prize.pay':
    case 'prize.refuse': {
      const { amount, currency, trader } = operatorActions[action].input.parse(given)
      return t(`${toActionText(action)}_does`, { amount: write(amount, currency), trader })
    }
    case 'prize.note_sent':
      return t('actions.prize_note_sent_does')
    case 'rate.confirm': {
      const { rate, value } = operatorActions[action].input.parse(given)
      return t('actions.rate_confirm_does', { rate: formatRate(format, rate, value) })
    }
    case 'trade.void': {
      const { trader, change, bonusChange, currency, fault, words } = operatorActions[action].input.parse(given)
      return t('actions.trade_void_does', {
        trader,
        fault,
        words: Object.values(words).join(' — '),
        change: format.money(fromMinor(change + bonusChange, currency), currency, { isSigned: true }),
      })
    }
    case 'page.change': {
      const { page, title } = operatorActions[action].input.parse(given)
      return t('actions.page_change_does', { page, title })
    }
    case 'page.restore':
      return t('actions.page_restore_does', { page: operatorActions[action].input.parse(given).page })
    case 'quarantine.release':
      return t('actions.quarantine_release_does')
    case 'news.hide':
    case 'news.show':
      return t(`${toActionText(action)}_does`)
    default:
      return describeControl(t, format, action, given)
  }
}

const readTicket = ({ ticket }: { readonly ticket: string }) => ({ number: formatTicketNumber(ticket) })

/** Describes how a signed command has ended, or what it waits for. */
export function describeEnd(t: Translate, { state, note }: CommandView) {
  switch (state) {
    case 'done':
      return { tone: 'success', title: t('desk.done') } as const
    case 'needs_second':
      return { tone: 'info', title: t('desk.needs_second'), children: t('desk.needs_second_text') } as const
    case 'refused':
      return {
        tone: 'danger',
        title: t('desk.refused'),
        children: note !== null && isLoadedText(note) ? t(note) : t('desk.refused_text'),
      } as const
    default:
      return { tone: 'info', title: t('desk.runs'), children: t('desk.runs_text') } as const
  }
}

type ToKey<N extends string> = N extends `${infer Thing}.${infer Verb}` ? `actions.${Thing}_${Verb}` : never

/** Returns the key of the text of an action's button. With `_undo` behind it, the text says how the action is undone. */
export function toActionText<N extends OperatorActionName>(action: N): ToKey<N> {
  return `actions.${action.replace('.', '_')}` as ToKey<N>
}

/** Finds the page of the desk that shows what a command is about. */
export function findPage({ action, input }: Pick<CommandView, 'action' | 'input'>): string {
  const { subject } = operatorActions[action]
  const id = z.looseObject({ [subject]: z.union([z.string(), z.number()]) }).parse(JSON.parse(input))[subject]
  return `/${subject}s/${String(id)}`
}
