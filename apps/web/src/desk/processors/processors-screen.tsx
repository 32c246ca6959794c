import { queryOptions, useQuery } from '@tanstack/react-query'
import { type DeskProcessor, deskProcessorCalls } from '@tradefront/contract/desk-processors'
import type { ProcessorName } from '@tradefront/contract/processor-names'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { ActionButton } from '../action-button.tsx'
import { DeskTable } from '../desk-table.tsx'
import { follow } from '../live.ts'
import { hasRole } from '../navigation.ts'
import { useOperator } from '../operator-context.ts'
import { toNoon } from '../reconcile/api.ts'

/** Approvals and webhooks are not told. */
const ratesMs = 15_000

const processorsQuery = queryOptions({
  queryKey: callKey(deskProcessorCalls.listProcessors),
  queryFn: () => performCall(deskProcessorCalls.listProcessors, {}),
  ...follow(['settings'], ratesMs),
})

type Processors = { readonly processors: readonly DeskProcessor[]; readonly off: readonly ProcessorName[] }

/** Processors with their present figures, and the button that switches one off. */
export function ProcessorsScreen() {
  const t = useTranslate()
  return (
    <div className="flex flex-col gap-6">
      <ScreenTitle lead={t('desk_reconcile.processors_lead')}>{t('desk_reconcile.processors')}</ScreenTitle>
      <QueryView
        query={useQuery(processorsQuery)}
        name={t('desk_reconcile.processors')}
        skeleton={<Skeleton className="h-96" />}
      >
        {(found) => <Table {...found} />}
      </QueryView>
    </div>
  )
}

function Table(found: Processors) {
  const t = useTranslate()
  const format = useFormat()
  return (
    <DeskTable
      id="processors"
      title={t('desk_reconcile.processors')}
      columns={[
        {
          id: 'name',
          title: t('desk_reconcile.processor'),
          render: ({ name }) => <span className="font-medium">{name}</span>,
          toCell: ({ name }) => name,
        },
        {
          id: 'state',
          title: t('desk_reconcile.state'),
          render: ({ isOn }) => (
            <span className={isOn ? 'text-muted' : 'font-medium text-down'}>
              {t(isOn ? 'desk_reconcile.on' : 'desk_reconcile.off')}
            </span>
          ),
          toCell: ({ isOn }) => t(isOn ? 'desk_reconcile.on' : 'desk_reconcile.off'),
        },
        {
          id: 'approved',
          title: t('desk_reconcile.approved'),
          isNumeric: true,
          render: ({ approved, asked }) =>
            asked === 0 ? (
              <span className="text-muted">{t('desk_reconcile.no_charges')}</span>
            ) : (
              <>
                <span className="font-medium">{format.percent(approved / asked)}</span>{' '}
                <span className="text-muted">{t('desk_reconcile.approved_of', { approved, asked })}</span>
              </>
            ),
          toCell: ({ approved, asked }) => (asked === 0 ? null : approved / asked),
        },
        {
          id: 'webhook',
          title: t('desk_reconcile.last_webhook'),
          isNumeric: true,
          render: ({ lastWebhookAtMs, isSilent }) => (
            <>
              <span className={lastWebhookAtMs === null ? 'text-muted' : undefined}>
                {lastWebhookAtMs === null ? t('desk_reconcile.no_webhook') : format.ago(lastWebhookAtMs, serverNow())}
              </span>
              {isSilent && <span className="block text-13 text-down">{t('desk_reconcile.silent')}</span>}
            </>
          ),
          toCell: ({ lastWebhookAtMs }) => (lastWebhookAtMs === null ? null : new Date(lastWebhookAtMs).toISOString()),
        },
        {
          id: 'statement',
          title: t('desk_reconcile.last_statement'),
          isNumeric: true,
          render: ({ lastStatement }) => (lastStatement === null ? '–' : format.day(toNoon(lastStatement))),
          toCell: ({ lastStatement }) => lastStatement,
        },
        {
          id: 'order',
          title: '',
          isNumeric: true,
          render: (processor) => <Switch {...found} processor={processor} />,
        },
      ]}
      rows={found.processors}
      toKey={({ name }) => name}
      emptyText=""
    />
  )
}

/** Orders a change of the setting `processors_off`, by the same rules as on the screen of settings. */
function Switch({ processors, off, processor }: Processors & { readonly processor: DeskProcessor }) {
  const t = useTranslate()
  const { roles } = useOperator()
  const { name, isOn, isCard } = processor
  if (!hasRole(roles, ['payments'])) return null
  const isLast = isCard && !processors.some((each) => each.isCard && each.isOn && each.name !== name)
  const common = { action: 'setting.change', size: 'sm' } as const
  return (
    <span className="flex justify-end">
      <ActionButton
        {...common}
        tone="danger"
        label={t('desk_reconcile.switch_off')}
        title={t('desk_reconcile.switch_off_title', { name })}
        input={{ setting: 'processors_off', before: off, value: [...off, name] }}
        isOffered={isOn}
      >
        <p className="text-muted">{t('desk_reconcile.switch_off_text')}</p>
        {isLast && <Banner tone="danger">{t('desk_reconcile.switch_off_last')}</Banner>}
      </ActionButton>
      <ActionButton
        {...common}
        label={t('desk_reconcile.switch_on')}
        title={t('desk_reconcile.switch_on_title', { name })}
        input={{ setting: 'processors_off', before: off, value: off.filter((each) => each !== name) }}
        isOffered={!isOn}
      />
    </span>
  )
}
