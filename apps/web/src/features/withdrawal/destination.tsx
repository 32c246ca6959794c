import { withdrawalCalls, type WithdrawalMethodView } from '@tradefront/contract/withdrawal'
import { useState } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { confirmAction } from '../../platform/dialogs.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { AccountForm } from './account-form.tsx'
import { ProofForm } from './proof-form.tsx'

/** Account of a method: entered, then proved by a mailed code, then usable after 24 hours. */
export function Destination({ method }: { readonly method: WithdrawalMethodView }) {
  const t = useTranslate()
  const [isChanging, setChanging] = useState(false)
  const { destination } = method
  return (
    <section aria-labelledby="destination" className="flex flex-col gap-3">
      <h2 id="destination" className="text-17 font-semibold">
        {t('withdrawal.destination')}
      </h2>
      {method.method === 'card' ? (
        <p className="text-muted">{t('withdrawal.no_destination')}</p>
      ) : destination === null || isChanging ? (
        <AccountForm
          key={method.method}
          method={method.method}
          isChange={destination !== null}
          onAdded={() => setChanging(false)}
          onCancel={isChanging ? () => setChanging(false) : null}
        />
      ) : (
        <KnownDestination method={method} destination={destination} onChange={() => setChanging(true)} />
      )}
    </section>
  )
}

function KnownDestination(props: {
  readonly method: WithdrawalMethodView
  readonly destination: NonNullable<WithdrawalMethodView['destination']>
  readonly onChange: () => void
}) {
  const t = useTranslate()
  const format = useFormat()
  const { destination } = props
  const { id, account, state, usableFromMs } = destination
  const remove = useCallMutation(withdrawalCalls.removeDestination, {
    invalidates: [withdrawalCalls.listWithdrawalMethods],
  })
  const askToRemove = async (): Promise<void> => {
    const isConfirmed = await confirmAction({
      title: t('withdrawal.remove_title'),
      body: t('withdrawal.remove_text'),
      confirmLabel: t('withdrawal.remove'),
      cancelLabel: t('withdrawal.keep'),
      isDanger: true,
    })
    if (isConfirmed) remove.mutate({ body: { id } })
  }
  const usableFrom = format.dateTime(usableFromMs)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-field border border-line px-4 py-1.5">
        <bdi dir="ltr" className="tabular font-medium wrap-anywhere">
          {account}
        </bdi>
        <span className="-me-3 flex">
          <Button tone="plain" size="sm" onPress={props.onChange}>
            {t('withdrawal.change')}
          </Button>
          <Button tone="plain" size="sm" isPending={remove.isPending} onPress={() => void askToRemove()}>
            {t('withdrawal.remove')}
          </Button>
        </span>
      </div>
      {state === 'unproved' && <ProofForm key={id} destination={destination} onAgain={props.onChange} />}
      {state === 'proved' && usableFromMs > serverNow() && (
        <Banner tone="info" title={t('withdrawal.usable_from', { at: usableFrom })}>
          {t('withdrawal.usable_why')}
        </Banner>
      )}
    </div>
  )
}
