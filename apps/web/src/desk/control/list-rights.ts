import { auditReaders } from '@tradefront/contract/desk-control'
import { traderReaders, withdrawalReaders } from '@tradefront/contract/desk-traders'
import { operatorActions, type OperatorActionName, type OperatorRole } from '@tradefront/contract/operator-actions'

import type { Translate } from '../../platform/i18n/i18n.ts'
import { toActionText } from '../describe-command.ts'
import { hasRole } from '../navigation.ts'

/** A right of a role, and what it needs. */
type Right = { readonly name: string; readonly needs?: string }
export type Rights = { readonly about: string; readonly rights: readonly Right[] }

const readings = [
  ['traders', traderReaders],
  ['withdrawals', withdrawalReaders],
  ['audit', auditReaders],
] as const

/** Lists in words what operators with these roles can read and order, from the table of actions. */
export function listRights(t: Translate, roles: readonly OperatorRole[]): Rights[] {
  const reads = readings
    .filter(([, readers]) => hasRole(roles, readers))
    .map(([id]) => ({ name: t(`desk_control.reads_${id}`) }))
  const names = (Object.keys(operatorActions) as OperatorActionName[]).filter((name) =>
    hasRole(roles, operatorActions[name].roles),
  )
  const bySubject = Map.groupBy(names, (name) => operatorActions[name].subject)
  return [
    { about: t('desk_control.reading'), rights: [{ name: t('desk_control.reads_all') }, ...reads] },
    ...[...bySubject].map(([subject, actions]) => ({
      about: t(`desk_control.about_${subject}`),
      rights: actions.map((name) => describeRight(t, name)),
    })),
  ]
}

function describeRight(t: Translate, name: OperatorActionName): Right {
  const { proof, people } = operatorActions[name]
  const who = people === 'one' ? [] : [t(`desk_control.people_${people}`)]
  return { name: t(toActionText(name)), needs: [t(`desk_control.proof_${proof}`), ...who].join(', ') }
}
