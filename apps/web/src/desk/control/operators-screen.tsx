import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { OperatorRow } from '@tradefront/contract/desk-control'

import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { CsvButton } from '../csv-button.tsx'
import { toCsvTime } from '../csv.ts'
import { ListAndDetail } from '../list-and-detail.tsx'
import { ListTools } from '../list-tools.tsx'
import { useListKeys } from '../use-list-keys.ts'
import { operatorsQuery } from './api.ts'
import { InviteButton } from './invite-button.tsx'
import { OperatorPanel } from './operator-panel.tsx'

/** Operators of the desk, and beside the list the one that is open. A phone shows one or the other. */
export function OperatorsScreen({ openName }: { readonly openName: string | null }) {
  const t = useTranslate()
  const format = useFormat()
  const navigate = useNavigate()
  const query = useQuery(operatorsQuery)
  useListKeys(
    (query.data ?? []).map(({ name }) => name),
    openName,
    (id) => void navigate({ to: '/operators/$id', params: { id } }),
  )
  return (
    <ListAndDetail
      name={t('desk_control.operators')}
      path="/operators"
      columns="even"
      list={
        <>
          <ScreenTitle lead={t('desk_control.operators_lead')} aside={<InviteButton />}>
            {t('desk_control.operators')}
          </ScreenTitle>
          <ListTools
            path="/operators"
            csv={
              <CsvButton
                file="operators"
                title={t('desk_control.operators')}
                load={() => query.data ?? []}
                columns={[
                  { title: t('desk_control.operator'), toCell: ({ name }) => name },
                  {
                    title: t('desk_control.roles'),
                    toCell: ({ roles }) => roles.map((role) => t(`desk.role_${role}`)).join(', '),
                  },
                  {
                    title: t('desk.state'),
                    toCell: ({ state, signsFromMs }) =>
                      t(`desk_control.state_${state}`, { time: format.dateTime(signsFromMs) }),
                  },
                  { title: t('desk_control.last_login'), toCell: ({ lastLoginAtMs }) => toCsvTime(lastLoginAtMs) },
                ]}
              />
            }
          />
          <QueryView
            query={query}
            name={t('desk_control.operators')}
            skeleton={<Skeleton className="h-64" />}
            isEmpty={(operators) => operators.length === 0}
            empty={<EmptyState title={t('desk_control.no_operators')} />}
          >
            {(operators) => (
              <ul className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
                {operators.map((operator) => (
                  <li key={operator.id} className="border-b border-line last:border-b-0">
                    <OperatorLink operator={operator} isOpen={operator.name === openName} />
                  </li>
                ))}
              </ul>
            )}
          </QueryView>
        </>
      }
      detailName={t('desk_control.operator')}
      subject={openName && `operator:${openName}`}
      detail={openName === null ? null : <OperatorPanel key={openName} name={openName} />}
      hint={t('desk_control.choose_operator')}
    />
  )
}

function OperatorLink({ operator, isOpen }: { readonly operator: OperatorRow; readonly isOpen: boolean }) {
  const t = useTranslate()
  const format = useFormat()
  const { name, roles, state, signsFromMs, lastLoginAtMs } = operator
  return (
    <Link
      to="/operators/$id"
      params={{ id: name }}
      aria-current={isOpen || undefined}
      className={cx('flex items-center gap-4 px-4 py-3', isOpen ? 'bg-accent-soft' : 'hover:bg-raised')}
    >
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-medium">{name}</span>
        <span className="text-13 text-muted">
          {roles.map((role) => t(`desk.role_${role}`)).join(', ') || t('desk_control.no_roles')}
        </span>
      </span>
      <span className="flex flex-col items-end text-13">
        <span className={state === 'active' ? 'text-up' : 'text-muted'}>
          {t(`desk_control.state_${state}`, { time: format.dateTime(signsFromMs) })}
        </span>
        <span className="text-muted">
          {lastLoginAtMs === null ? t('desk_control.never_logged_in') : format.ago(lastLoginAtMs, serverNow())}
        </span>
      </span>
    </Link>
  )
}
