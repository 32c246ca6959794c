import { useQuery } from '@tanstack/react-query'
import { withdrawalCalls } from '@tradefront/contract/withdrawal'
import type { WithdrawalMethod } from '@tradefront/rules/withdrawal/methods'
import { useEffect, useState } from 'react'

import { request as sendCall } from '../../platform/api/request.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { useUser } from '../../platform/current-user.ts'
import { showToast } from '../../platform/toasts.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { AmountForm, type WithdrawalRequest } from './amount-form.tsx'
import { type MethodList, methodsQuery, useRefreshWithdrawals, useReloadWithdrawals } from './api.ts'
import { AvailableMoney } from './available-money.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Destination } from './destination.tsx'
import { MethodChoice } from './method-choice.tsx'
import { OwedMethods } from './owed-methods.tsx'
import { WithdrawalDialog } from './withdrawal-dialog.tsx'
import { WithdrawalList } from './withdrawal-list.tsx'

type WithdrawalProps = {
  /** Null: the method chosen before, e.g. while a withdrawal is opened, else the first one. */
  readonly method: WithdrawalMethod | null
  readonly onSelect: (method: WithdrawalMethod) => void
  /** Id of the withdrawal in the dialog. */
  readonly opened: string | null
  readonly onOpen: (id: string | null) => void
}

export function Withdrawal({ method, onSelect, opened, onOpen }: WithdrawalProps) {
  const t = useTranslate()
  useRefreshWithdrawals()
  const [lastMethod, setLastMethod] = useState(method)
  if (method !== null && method !== lastMethod) setLastMethod(method)
  const close = (): void => (lastMethod === null ? onOpen(null) : onSelect(lastMethod))
  return (
    <div className="flex flex-col gap-8">
      <ScreenTitle>{t('withdrawal.title')}</ScreenTitle>
      <QueryView
        query={useQuery(methodsQuery)}
        name={t('withdrawal.ways')}
        skeleton={
          <div className="flex flex-col gap-8">
            <Skeleton className="h-28" />
            <Skeleton className="h-96 max-w-3xl" />
          </div>
        }
      >
        {(data) => <WithdrawMoney data={data} method={lastMethod} onSelect={onSelect} onOpen={onOpen} />}
      </QueryView>
      <WithdrawalList />
      {opened !== null && <WithdrawalDialog id={opened} onClose={close} />}
    </div>
  )
}

function WithdrawMoney(props: Omit<WithdrawalProps, 'opened'> & { readonly data: MethodList }) {
  const t = useTranslate()
  const { data, onSelect, onOpen } = props
  const { simulatedMethods } = useUser()
  const { methods, currency } = data
  const selected = methods.find(({ method }) => method === props.method) ?? methods[0]
  const [request, setRequest] = useState<WithdrawalRequest | null>(null)
  const reload = useReloadWithdrawals()
  useRecordOpenedTab(selected?.method ?? null)
  const giveUp = (): void => {
    if (request === null) return
    void sendCall(withdrawalCalls.giveUpWithdrawal, { body: { method: request.method, id: request.id } }).catch(
      () => undefined,
    )
    setRequest(null)
    void reload()
  }
  return (
    <div className="flex flex-col gap-8">
      <AvailableMoney data={data} selected={selected ?? null} />
      {selected === undefined ? (
        <EmptyState title={t('withdrawal.no_methods')}>{t('withdrawal.no_methods_text')}</EmptyState>
      ) : (
        <Card className="flex max-w-3xl flex-col gap-8">
          {simulatedMethods.includes('withdrawal') && <p className="text-13 text-muted">{t('withdrawal.simulated')}</p>}
          <MethodChoice
            methods={methods}
            selected={selected}
            currency={currency}
            hasUntraded={data.untraded > 0}
            onSelect={onSelect}
          />
          <Destination key={selected.method} method={selected} />
          <OwedMethods methods={methods} selected={selected.method} currency={currency} onSelect={onSelect} />
          <AmountForm
            key={`amount-${selected.method}`}
            method={selected}
            currency={currency}
            onRequested={setRequest}
          />
        </Card>
      )}
      {request !== null && (
        <ConfirmDialog
          request={request}
          onRequested={setRequest}
          onClose={giveUp}
          onConfirmed={(id) => {
            setRequest(null)
            showToast({ tone: 'success', text: t('withdrawal.confirmed') })
            void reload()
            onOpen(id)
          }}
        />
      )}
    </div>
  )
}

/** spec: account 7, `/api/triggers/wd` */
function useRecordOpenedTab(method: WithdrawalMethod | null): void {
  useEffect(() => {
    if (method !== null)
      void sendCall(withdrawalCalls.recordMethodTabOpened, { body: { method } }).catch(() => undefined)
  }, [method])
}
