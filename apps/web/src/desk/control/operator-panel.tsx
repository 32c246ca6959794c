import { useQuery } from '@tanstack/react-query'
import type { OperatorRow } from '@tradefront/contract/desk-control'
import { operatorActions } from '@tradefront/contract/operator-actions'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useState } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { DescriptionList } from '../../ui/layout/description-list.tsx'
import { ActionButton } from '../action-button.tsx'
import { hasRole } from '../navigation.ts'
import { useOperator } from '../operator-context.ts'
import { operatorsQuery } from './api.ts'
import { InvitationLink } from './invitation-link.tsx'
import { InviteButton } from './invite-button.tsx'
import { RightsList } from './rights-list.tsx'
import { RoleFields } from './role-fields.tsx'

export function OperatorPanel({ name }: { readonly name: string }) {
  const t = useTranslate()
  return (
    <QueryView
      query={useQuery({ ...operatorsQuery, select: (rows) => rows.find((row) => row.name === name) ?? null })}
      name={t('desk_control.operator')}
      skeleton={<Skeleton className="h-96" />}
      empty={<EmptyState title={t('errors.not_found')} />}
    >
      {(operator) => <Details operator={operator} />}
    </QueryView>
  )
}

function Details({ operator }: { readonly operator: OperatorRow }) {
  const t = useTranslate()
  const format = useFormat()
  const { name, roles, state, lastLoginAtMs, createdAtMs, signsFromMs } = operator
  return (
    <Card className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="flex flex-col gap-1">
          <h2 className="text-28 font-semibold wrap-anywhere">{name}</h2>
          <p className="text-muted">{t(`desk_control.state_${state}`, { time: format.dateTime(signsFromMs) })}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ActionButton
            action="operator.disable"
            tone="danger"
            title={t('desk_control.disable_title', { name })}
            input={{ operator: name }}
            isOffered={state !== 'disabled'}
          />
          <ChangeRoles operator={operator} />
        </div>
      </div>
      {operator.invitation !== null && <InvitationLink name={name} hash={operator.invitation} />}
      <DescriptionList
        rows={[
          { id: 'roles', name: t('desk_control.roles'), value: roles.map((role) => t(`desk.role_${role}`)).join(', ') },
          {
            id: 'login',
            name: t('desk_control.last_login'),
            value:
              lastLoginAtMs === null
                ? t('desk_control.never_logged_in')
                : `${format.dateTime(lastLoginAtMs)} · ${format.ago(lastLoginAtMs, serverNow())}`,
          },
          { id: 'since', name: t('desk_control.since'), value: format.day(createdAtMs) },
        ]}
      />
      <Passkeys operator={operator} />
      {roles.length > 0 && (
        <section aria-labelledby="rights">
          <h3 id="rights" className="font-semibold">
            {t('desk_control.can')}
          </h3>
          <RightsList roles={roles} />
        </section>
      )}
    </Card>
  )
}

function ChangeRoles({ operator: { name, roles, state } }: { readonly operator: OperatorRow }) {
  const t = useTranslate()
  const [chosen, setChosen] = useState(roles)
  const isChanged = chosen.join() !== roles.join() && chosen.length > 0
  return (
    <ActionButton
      action="operator.change_roles"
      title={t('desk_control.roles_title', { name })}
      input={isChanged ? { operator: name, before: roles, roles: chosen } : null}
      isOffered={state !== 'disabled'}
    >
      <RoleFields roles={chosen} onChange={setChosen} />
    </ActionButton>
  )
}

function Passkeys({ operator: { name, roles, passkeys } }: { readonly operator: OperatorRow }) {
  const t = useTranslate()
  const format = useFormat()
  const canInvite = hasRole(useOperator().roles, operatorActions['operator.invite'].roles)
  return (
    <section aria-labelledby="passkeys" className="flex flex-col gap-2">
      <h3 id="passkeys" className="font-semibold">
        {t('desk.passkeys')}
      </h3>
      {passkeys.length === 0 ? (
        <p className="text-muted">{t('desk_control.no_passkeys')}</p>
      ) : (
        <ul className="flex flex-col">
          {passkeys.map(({ credentialId, label, createdAtMs, usableFromMs }) => (
            <li
              key={credentialId}
              className="flex flex-wrap items-center gap-3 border-b border-line py-2 last:border-b-0"
            >
              <Fingerprint size={18} className="text-muted" aria-hidden />
              <span className="min-w-32 flex-1 wrap-anywhere">{label}</span>
              <span className="text-13 text-muted">
                {usableFromMs > serverNow()
                  ? t('desk.signs_from', { time: format.dateTime(usableFromMs) })
                  : t('desk.added', { day: format.day(createdAtMs) })}
              </span>
              <ActionButton
                action="operator.remove_passkey"
                tone="danger"
                title={t('desk_control.remove_title', { name, label })}
                input={{ operator: name, passkey: credentialId, label }}
              />
            </li>
          ))}
        </ul>
      )}
      {canInvite && (
        <div className="flex flex-wrap items-center gap-3 text-muted">
          <span className="min-w-48 flex-1">{t('desk_control.reinvite_text')}</span>
          <InviteButton operator={{ name, roles }} />
        </div>
      )}
    </section>
  )
}
