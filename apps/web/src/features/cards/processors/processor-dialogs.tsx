import type { Deposit } from '@tradefront/contract/domain/deposits'
import type { DialogDefinition } from '@tradefront/processors/processor'
import { getProcessor } from '@tradefront/processors/registry'
import { buildCallBody } from '@tradefront/processors/shared/requests'
import { useState } from 'react'

import { useTaskMutation } from '../../../platform/api/use-call-mutation.ts'
import { FormBanner } from '../../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../../platform/forms/use-contract-form.ts'
import { useFormField } from '../../../platform/forms/use-form-field.ts'
import { useFormat } from '../../../platform/i18n/format.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { ServerFragment } from '../../../platform/server-content/server-fragment.tsx'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { buildForwardUrl } from '../api.ts'
import { cardPayment } from '../payment/card-payment.ts'
import type { PaymentState } from '../runner/payment-state.ts'
import { toCallInput } from '../runner/server-calls.ts'

/** Dialog that the processor defines for the current step. The trader can reopen a closed dialog. */
export function ProcessorDialogs(props: {
  readonly state: PaymentState
  /** Last part of `/show/funding/{add}`. */
  readonly returnedFrom: string | null
}) {
  const t = useTranslate()
  const { state, returnedFrom } = props
  const [closedDialog, setClosedDialog] = useState<string | null>(null)
  const [answeredStep, setAnsweredStep] = useState<string | null>(null)
  const step = state.kind === 'running' ? (state.deposit?.step ?? null) : null
  if (state.deposit === null || step?.action?.kind !== 'dialog') return null
  const { dialogs, dialogAfterReturn, returnTarget } = getProcessor(step.processor)
  const isBack = returnTarget?.kind === 'show' && returnTarget.add === returnedFrom
  const isReturnDialog = isBack && answeredStep !== step.transactionId && dialogAfterReturn !== undefined
  const name = isReturnDialog ? dialogAfterReturn : step.action.dialog
  const definition = dialogs?.[name]
  if (definition === undefined) return null
  const dialogKey = `${step.transactionId}/${name}`
  if (closedDialog === dialogKey) {
    return (
      <Button tone="primary" onPress={() => setClosedDialog(null)} className="lg:col-start-2">
        {t('cards.open_dialog')}
      </Button>
    )
  }
  const close = (): void => setClosedDialog(dialogKey)
  if (definition.kind === 'forward') {
    const href = buildForwardUrl(getProcessor(step.processor), toCallInput(state)) ?? ''
    return <ForwardDialog definition={definition} href={href} onClose={close} />
  }
  return (
    <CodeDialog
      key={dialogKey}
      definition={definition}
      deposit={state.deposit}
      processor={step.processor}
      onClose={close}
      onAnswered={() => setAnsweredStep(step.transactionId)}
    />
  )
}

type DialogProps<Kind extends DialogDefinition['kind']> = {
  readonly definition: Extract<DialogDefinition, { kind: Kind }>
  readonly onClose: () => void
}

function ForwardDialog(props: DialogProps<'forward'> & { readonly href: string }) {
  const t = useTranslate()
  const { definition, href, onClose } = props
  return (
    <ServerFragment page={definition.fragment} title={t(definition.title)}>
      {({ title, body }) => (
        <Dialog
          isOpen
          size="sm"
          title={title}
          closeLabel={t('shell.close')}
          onClose={onClose}
          actions={
            <>
              <RejectButton>{t(definition.rejectLabel)}</RejectButton>
              <a href={href} className={buttonClass({ tone: 'primary' })}>
                {t(definition.submitLabel)}
              </a>
            </>
          }
        >
          {body}
        </Dialog>
      )}
    </ServerFragment>
  )
}

function CodeDialog(
  props: DialogProps<'code'> & {
    readonly deposit: Deposit
    readonly processor: string
    readonly onAnswered: () => void
  },
) {
  const t = useTranslate()
  const format = useFormat()
  const { definition, deposit, onClose, onAnswered } = props
  const codeCall = findCodeCall(props.processor)
  const { control, message, isPending, onSubmit } = useContractForm(codeCall.call, {
    defaults: { code: '' },
    fields: { code: { error: definition.codeError, aliases: ['cvv'] } },
    toBody: ({ code }) => buildCallBody(codeCall, toCallInput({ deposit, payment: null }, { cvv: code })),
    check: ({ code }) => (code.length < definition.minCodeLength ? { code: definition.codeError } : {}),
    send: (_body, { code }) => cardPayment.submitCode(code),
    revalidate: 'onBlur',
    onSuccess: (_reply, form) => {
      form.setValue('code', '')
      onAnswered()
    },
    onError: (_error, form) => form.setValue('code', ''),
  })
  const code = useFormField(control, 'code')
  const amount = format.money(deposit.amount, deposit.currency, { isWhole: true })
  return (
    <ServerFragment page={definition.fragment} title={t(definition.title)}>
      {({ title, body }) => (
        <Dialog isOpen size="sm" title={title} closeLabel={t('shell.close')} onClose={onClose}>
          {body}
          <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
            <FormBanner message={message} />
            <TextField
              {...code}
              label={t(definition.codeLabel)}
              onChange={(typed) => code.onChange(typed.replaceAll(/\D/g, '').slice(0, definition.maxCodeLength))}
              type="password"
              inputMode="numeric"
              autoComplete="off"
              dir="ltr"
              hasAutoFocus
            />
            <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
              <RejectButton>{t(definition.rejectLabel)}</RejectButton>
              <Button type="submit" tone="primary" isPending={isPending}>
                {t(definition.submitLabel, { amount })}
              </Button>
            </div>
          </form>
        </Dialog>
      )}
    </ServerFragment>
  )
}

function findCodeCall(processor: string) {
  const found = getProcessor(processor).calls.find(({ operation }) => operation === 'complete')
  if (found?.call.body === undefined) throw new Error(`${processor} has no call with a code`)
  return { ...found, call: { ...found.call, body: found.call.body } }
}

function RejectButton({ children }: { readonly children: string }) {
  const { mutate, isPending } = useTaskMutation(() => cardPayment.cancelStep('processor'), {})
  return (
    <Button onPress={() => mutate(undefined)} isPending={isPending}>
      {children}
    </Button>
  )
}
