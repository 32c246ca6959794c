import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type DeskProvider, deskProcessorCalls } from '@tradefront/contract/desk-processors'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { ListAndDetail } from '../list-and-detail.tsx'
import { follow } from '../live.ts'
import { useListKeys } from '../use-list-keys.ts'
import { ProviderPanel } from './provider-panel.tsx'

const providersQuery = queryOptions({
  queryKey: callKey(deskProcessorCalls.listProviders),
  queryFn: async ({ signal }) => (await performCall(deskProcessorCalls.listProviders, { signal })).providers,
  ...follow(['settings']),
})

const kinds = ['card', 'wallet', 'payout'] as const

/** All providers by kind, and beside them the connection that is open. A phone shows one or the other. */
export function ProvidersScreen({ openId }: { readonly openId: string | null }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const query = useQuery(providersQuery)
  const found = query.data ?? []
  useListKeys(
    found.map(({ provider }) => provider),
    openId,
    (id) => void navigate({ to: '/providers/$id', params: { id } }),
  )
  const open = found.find(({ provider }) => provider === openId)
  return (
    <ListAndDetail
      name={t('desk_reconcile.connections')}
      path="/providers"
      columns="even"
      list={
        <>
          <ScreenTitle lead={t('desk_reconcile.connections_lead')}>{t('desk_reconcile.connections')}</ScreenTitle>
          <QueryView query={query} name={t('desk_reconcile.connections')} skeleton={<Skeleton className="h-96" />}>
            {(providers) => (
              <div className="flex flex-col gap-6">
                {kinds.map((kind) => (
                  <section key={kind} aria-labelledby={`kind-${kind}`} className="flex flex-col gap-2">
                    <h2 id={`kind-${kind}`} className="font-semibold">
                      {t(`desk_reconcile.kind_${kind}`)}
                    </h2>
                    <ul className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
                      {providers
                        .filter((each) => each.kind === kind)
                        .map((each) => (
                          <li key={each.provider} className="border-b border-line last:border-b-0">
                            <ProviderLink provider={each} isOpen={each.provider === openId} />
                          </li>
                        ))}
                    </ul>
                  </section>
                ))}
              </div>
            )}
          </QueryView>
        </>
      }
      detailName={t('desk_reconcile.connection')}
      subject={openId && `provider:${openId}`}
      detail={
        openId === null ? null : (
          <QueryView
            query={query}
            name={t('desk_reconcile.connection')}
            skeleton={<Skeleton className="h-96" />}
            isEmpty={() => open === undefined}
            empty={<EmptyState title={t('errors.not_found')} />}
          >
            {() => open && <ProviderPanel key={`${openId} ${open.connection?.keysHash ?? ''}`} provider={open} />}
          </QueryView>
        )
      }
      hint={t('desk_reconcile.choose_connection')}
    />
  )
}

function ProviderLink({ provider, isOpen }: { readonly provider: DeskProvider; readonly isOpen: boolean }) {
  const t = useTranslate()
  const { connection } = provider
  return (
    <Link
      to="/providers/$id"
      params={{ id: provider.provider }}
      aria-current={isOpen || undefined}
      className={cx('flex items-center gap-4 px-4 py-2.5', isOpen ? 'bg-accent-soft' : 'hover:bg-raised')}
    >
      <span className="min-w-0 flex-1">{provider.name}</span>
      <span className={cx('text-end', connection === null ? 'text-muted' : 'font-medium')}>
        {t(toStateText(provider))}
      </span>
    </Link>
  )
}

function toStateText({ connection, isStandard }: DeskProvider) {
  if (connection !== null) return 'desk_reconcile.connected_here'
  return isStandard ? 'desk_reconcile.by_environment' : 'desk_reconcile.not_connected'
}
