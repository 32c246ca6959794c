import type { CommandView } from '@tradefront/contract/desk'
import { operatorActions, type OperatorActionName } from '@tradefront/contract/operator-actions'
import { fromMinor } from '@tradefront/rules/ledger/money'
import * as z from 'zod/mini'

import type { Format } from '../platform/i18n/format.ts'
import { describeControl } from './control/describe-control.ts'
import { isLoadedText, type Translate } from '../platform/i18n/i18n.ts'

/** What a command does, in one sentence of its own facts. */
export function describeCommand(
  t: Translate,
  format: Format,
  { action, input }: Pick<CommandView, 'action' | 'input'>,
): string {
  const given: unknown = JSON.parse(input)
  switch (action) {
    case 'withdrawal.approve': {
      const { amount, currency, trader } = operatorActions[action].input.parse(given)
      return t('actions.withdrawal_approve_does', {
        amount: format.money(fromMinor(amount, currency), currency),
        trader,
      })
    }
    case 'withdrawal.reject':
      return t('actions.withdrawal_reject_does', { words: operatorActions[action].input.parse(given).words })
    case 'trading.stop':
    case 'trading.resume': {
      const { symbol } = operatorActions[action].input.parse(given)
      return t(`${toActionText(action)}_does`, { symbol: symbol === 'ALL' ? t('actions.all_symbols') : symbol })
    }
    default:
      return describeControl(t, format, action, given)
  }
}

/** How a signed command has ended, or what it waits for. */
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

/** The text of an action's button. With `_undo` behind it: how the action is undone. */
export function toActionText<N extends OperatorActionName>(action: N): ToKey<N> {
  return `actions.${action.replace('.', '_')}` as ToKey<N>
}

/** The page of the desk that shows what a command is about. */
export function findPage({ action, input }: Pick<CommandView, 'action' | 'input'>): string {
  const { subject } = operatorActions[action]
  const id = z.looseObject({ [subject]: z.union([z.string(), z.number()]) }).parse(JSON.parse(input))[subject]
  return `/${subject}s/${String(id)}`
}
