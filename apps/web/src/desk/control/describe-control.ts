import { operatorActions, type OperatorActionName } from '@tradefront/contract/operator-actions'

import type { Format } from '../../platform/i18n/format.ts'
import type { Translate } from '../../platform/i18n/i18n.ts'
import { toSettingText } from './setting-texts.ts'
import { describeValue } from './setting-value.ts'

export type ControlAction = Exclude<
  Extract<OperatorActionName, `${'operator' | 'setting' | 'trader'}.${string}`>,
  'trader.note' | 'trader.tag' | 'trader.untag'
>

/** Describes what a command about operators, settings or the access of a trader does. */
export function describeControl(t: Translate, format: Format, action: ControlAction, given: unknown): string {
  switch (action) {
    case 'operator.invite': {
      const { operator: name, roles } = operatorActions[action].input.parse(given)
      return t('actions.operator_invite_does', { name, roles: roles.map((role) => t(`desk.role_${role}`)).join(', ') })
    }
    case 'operator.change_roles': {
      const { operator: name, before, roles } = operatorActions[action].input.parse(given)
      return t('actions.operator_change_roles_does', {
        name,
        before: before.map((role) => t(`desk.role_${role}`)).join(', '),
        roles: roles.map((role) => t(`desk.role_${role}`)).join(', '),
      })
    }
    case 'operator.disable':
      return t('actions.operator_disable_does', { name: operatorActions[action].input.parse(given).operator })
    case 'operator.remove_passkey': {
      const { operator: name, label } = operatorActions[action].input.parse(given)
      return t('actions.operator_remove_passkey_does', { name, label })
    }
    case 'setting.change':
    case 'setting.change_dangerous': {
      const { setting, before, value } = operatorActions[action].input.parse(given)
      return t('actions.setting_change_does', {
        setting: toSettingText(t, 'set', setting),
        before: describeValue(t, format, { name: setting, unit: null }, before),
        value: describeValue(t, format, { name: setting, unit: null }, value),
      })
    }
    case 'trader.lock':
    case 'trader.unlock':
    case 'trader.end_sessions':
    case 'trader.send_reset_link': {
      const { trader } = operatorActions[action].input.parse(given)
      return t(`actions.${action.replace('.', '_') as 'trader_lock'}_does`, { trader })
    }
    case 'trader.change_name': {
      const { trader, before, firstName, lastName, evidence } = operatorActions[action].input.parse(given)
      return t('actions.trader_change_name_does', {
        trader,
        before: `${before.firstName} ${before.lastName}`.trim(),
        after: `${firstName} ${lastName}`,
        evidence,
      })
    }
    case 'trader.change_email': {
      const { trader, before, email, evidence } = operatorActions[action].input.parse(given)
      return t('actions.trader_change_email_does', { trader, before, after: email, evidence })
    }
    case 'trader.set_cascade': {
      const { trader, before, cascade } = operatorActions[action].input.parse(given)
      const show = (list: string | null) => (list === null ? t('desk_control.limits_none') : list.replaceAll(',', ', '))
      return t('actions.trader_set_cascade_does', { trader, before: show(before), after: show(cascade) })
    }
    case 'trader.set_affiliate': {
      const { trader, before, affiliate } = operatorActions[action].input.parse(given)
      const none = t('desk_control.affiliate_none')
      return t('actions.trader_set_affiliate_does', { trader, before: before ?? none, after: affiliate ?? none })
    }
    case 'trader.mark_card_risk': {
      const { trader, isRisk } = operatorActions[action].input.parse(given)
      return t(isRisk ? 'actions.trader_mark_card_risk_does' : 'actions.trader_unmark_card_risk_does', { trader })
    }
    case 'trader.limit_deposits': {
      const { trader, minCard, minOther, max } = operatorActions[action].input.parse(given)
      const show = (amount: number | null) =>
        amount === null ? t('desk_control.limits_none') : format.money(amount, 'USD')
      return t('actions.trader_limit_deposits_does', {
        trader,
        minCard: show(minCard),
        minOther: show(minOther),
        max: show(max),
      })
    }
  }
}
