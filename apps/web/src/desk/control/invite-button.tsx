import { operatorName, type OperatorRole } from '@tradefront/contract/operator-actions'
import { useEffect, useState } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ActionButton } from '../action-button.tsx'
import { createInvitation, keepInvitation, type NewInvitation } from './invitation-links.ts'
import { RoleFields } from './role-fields.tsx'

/** Invites a new operator, or one who has lost everything. */
export function InviteButton({ operator }: { readonly operator?: { name: string; roles: OperatorRole[] } }) {
  const t = useTranslate()
  const [typedName, setTypedName] = useState('')
  const [chosenRoles, setRoles] = useState<OperatorRole[]>(operator?.roles ?? [])
  const [invitation, setInvitation] = useState<NewInvitation | null>(null)
  useEffect(() => {
    if (invitation === null) void createInvitation().then(setInvitation)
  }, [invitation])
  const name = operator?.name ?? typedName.trim()
  const isNamed = operatorName.safeParse(name).success
  const isComplete = isNamed && chosenRoles.length > 0 && invitation !== null
  return (
    <ActionButton
      action="operator.invite"
      {...(operator === undefined && { tone: 'primary' })}
      title={operator === undefined ? t('desk_control.invite') : t('desk_control.reinvite_title', { name })}
      input={isComplete ? { operator: name, roles: chosenRoles, invitation: invitation.hash } : null}
      onOrdered={() => {
        if (invitation !== null) keepInvitation(invitation)
        setInvitation(null)
      }}
    >
      {operator === undefined ? (
        <TextField
          label={t('desk.name')}
          help={t('desk_control.name_help')}
          value={typedName}
          onChange={setTypedName}
          autoCapitalize="none"
          maxLength={40}
        />
      ) : (
        <p className="text-muted">{t('desk_control.reinvite_text')}</p>
      )}
      <RoleFields roles={chosenRoles} onChange={setRoles} />
    </ActionButton>
  )
}
