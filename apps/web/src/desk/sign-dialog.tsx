import { useMutation } from '@tanstack/react-query'
import type { CommandView } from '@tradefront/contract/desk'
import type { ActionInput, OperatorActionName } from '@tradefront/contract/operator-actions'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { type ReactNode, useState } from 'react'

import { toErrorText } from '../platform/api/error-text.ts'
import { createUuid } from '../platform/create-uuid.ts'
import { useTranslate } from '../platform/i18n/i18n.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Banner } from '../ui/feedback/banner.tsx'
import { TextField } from '../ui/fields/text-field.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { requestCommand, signCommand } from './api.ts'
import { describeEnd } from './describe-command.ts'
import { isGivenUp } from './passkeys.ts'

const shortestReason = 3

/** Asks for a command and signs it: what it does, why, and the passkey. It stays open until a server has done it, and says what came of it. */
export function SignDialog<N extends OperatorActionName>(props: {
  readonly title: string
  readonly action: N
  readonly input: ActionInput<N>
  readonly confirmLabel: string
  /** False: something is missing in `children`. */
  readonly isComplete?: boolean
  readonly isDanger?: boolean
  readonly children: ReactNode
  readonly onClose: () => void
}) {
  const t = useTranslate()
  const [id, setId] = useState(createUuid)
  const [reason, setReason] = useState('')
  const [command, setCommand] = useState<CommandView | null>(null)
  const sign = useMutation({
    mutationFn: async () => signCommand(await requestCommand(id, props.action, props.input, reason.trim())),
    onSuccess: setCommand,
    // What was asked for with other words is another command.
    onError: () => setId(createUuid()),
  })
  const failure = sign.error === null ? null : isGivenUp(sign.error) ? t('desk.given_up') : toErrorText(sign.error)
  const isReady = reason.trim().length >= shortestReason && props.isComplete !== false
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
            <Button
              tone={props.isDanger ? 'danger' : 'primary'}
              isDisabled={!isReady}
              isPending={sign.isPending}
              onPress={() => sign.mutate()}
            >
              <Fingerprint size={18} aria-hidden />
              {props.confirmLabel}
            </Button>
          </>
        ) : (
          <Button tone="primary" onPress={props.onClose}>
            {t('shell.close')}
          </Button>
        )
      }
    >
      {props.children}
      {command === null ? (
        <>
          <TextField
            label={t('desk.reason')}
            help={t('desk.reason_help')}
            value={reason}
            onChange={setReason}
            maxLength={500}
          />
          {failure !== null && (
            <Banner tone="danger" isUrgent>
              {failure}
            </Banner>
          )}
        </>
      ) : (
        <Banner {...describeEnd(t, command)} isUrgent />
      )}
    </Dialog>
  )
}
