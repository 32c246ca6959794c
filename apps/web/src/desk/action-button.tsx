import { useMutation } from '@tanstack/react-query'
import type { CommandView } from '@tradefront/contract/desk'
import { type ActionInput, operatorActions, type OperatorActionName } from '@tradefront/contract/operator-actions'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { type ReactNode, useState } from 'react'

import { toErrorText } from '../platform/api/error-text.ts'
import { createUuid } from '../platform/create-uuid.ts'
import { useTranslate } from '../platform/i18n/i18n.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { describeEnd, toActionText } from './describe-command.ts'
import { useOperator } from './operator-context.ts'
import { hasRole } from './navigation.ts'
import { orderCommand, requestCommand } from './api.ts'
import { isGivenUp } from './passkeys.ts'
import { isReason, ReasonField } from './reason-field.tsx'
import { useKeys } from './use-keys.ts'

type ActionProps<N extends OperatorActionName> = {
  readonly action: N
  /** Input of the action. The button stays disabled while it is null or the contract refuses it, e.g. because a text is too short. */
  readonly input: ActionInput<N> | null
  readonly title: string
  readonly tone?: 'primary' | 'danger'
  /** Called when the action was ordered, and signed if it must be. */
  readonly onOrdered?: () => void
  readonly size?: 'sm'
  /** Text of the button that opens the dialog. By default, it is that of the action. */
  readonly label?: string
  /** A key that opens the dialog. */
  readonly shortcut?: string
  /** The button has the same tone as that of the dialog. */
  readonly isLoud?: boolean
  /** Fields in which the operator chooses or writes, and facts that they should know. */
  readonly children?: ReactNode
}

/**
 * A button for operators who have the right to the action, with the dialog that orders it.
 * @param props.label replaces the action's own text
 * @param props.isOffered false: the thing is not in a state for it. An open dialog stays, to say how the order ended.
 */
export function ActionButton<N extends OperatorActionName>(
  props: ActionProps<N> & { readonly isOffered?: boolean; readonly label?: string },
) {
  const t = useTranslate()
  const { roles } = useOperator()
  const [isOpen, setOpen] = useState(false)
  const { shortcut, size } = props
  const hasRight = hasRole(roles, operatorActions[props.action].roles)
  const isOffered = hasRight && props.isOffered !== false
  const label = props.label ?? t(toActionText(props.action))
  const open = () => setOpen(true)
  useKeys(shortcut !== undefined && isOffered ? [{ key: shortcut, text: label, run: open }] : [])
  if (!hasRight) return null
  return (
    <>
      {isOffered && (
        <Button tone={findTone(props)} {...(size && { size })} aria-keyshortcuts={shortcut} onPress={open}>
          {label}
        </Button>
      )}
      {isOpen && <ActionDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function findTone({ tone, isLoud }: Pick<ActionProps<OperatorActionName>, 'tone' | 'isLoud'>) {
  if (isLoud === true || tone === 'primary') return tone ?? 'primary'
  return tone === 'danger' ? 'quietDanger' : 'quiet'
}

/** Focuses the first field, but not where that opens a keyboard on the screen. */
function focusFirstField(content: HTMLElement | null): void {
  if (content === null || window.matchMedia('(pointer: coarse)').matches) return
  content.querySelector<HTMLElement>('input:not([type="radio"], [type="checkbox"]), textarea')?.focus()
}

/** Shows what the action does, asks for a reason, and orders it, by a passkey if the action needs one. Then it says how the order ended. */
function ActionDialog<N extends OperatorActionName>(props: ActionProps<N> & { readonly onClose: () => void }) {
  const { action, input } = props
  const t = useTranslate()
  const [id, setId] = useState(createUuid)
  const [reason, setReason] = useState('')
  const [command, setCommand] = useState<CommandView | null>(null)
  const order = useMutation({
    mutationFn: async (complete: ActionInput<N>) =>
      orderCommand(await requestCommand(id, action, complete, reason.trim())),
    onSuccess: (ordered) => {
      setCommand(ordered)
      props.onOrdered?.()
    },
    // An order with other words is another command.
    onError: () => setId(createUuid()),
  })
  const failure = order.error === null ? null : isGivenUp(order.error) ? t('desk.given_up') : toErrorText(order.error)
  const isReady = input !== null && operatorActions[action].input.safeParse(input).success && isReason(reason)
  const submit = () => {
    if (input !== null && isReady && !order.isPending) order.mutate(input)
  }
  return (
    <Dialog
      title={props.title}
      isOpen
      onClose={props.onClose}
      closeLabel={t('shell.close')}
      size="sm"
      actions={
        command === null ? (
          <>
            <Button onPress={props.onClose}>{t('desk.not_now')}</Button>
            <Button tone={props.tone ?? 'primary'} isDisabled={!isReady} isPending={order.isPending} onPress={submit}>
              {operatorActions[action].proof === 'passkey' && <Fingerprint size={18} aria-hidden />}
              {t(toActionText(action))}
            </Button>
          </>
        ) : (
          <Button tone="primary" onPress={props.onClose}>
            {t('shell.close')}
          </Button>
        )
      }
    >
      {command === null ? (
        <form
          ref={focusFirstField}
          className="contents"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          {props.children}
          <ReasonField value={reason} onChange={setReason} />
          {/* A form with several fields submits on Enter only if it has a submit button. */}
          <button type="submit" hidden>
            {t(toActionText(action))}
          </button>
          <p className="text-13 text-muted">{t(`${toActionText(action)}_undo`)}</p>
          {failure !== null && (
            <Banner tone="danger" isUrgent>
              {failure}
            </Banner>
          )}
        </form>
      ) : (
        <Banner {...describeEnd(t, command)} isUrgent />
      )}
    </Dialog>
  )
}
