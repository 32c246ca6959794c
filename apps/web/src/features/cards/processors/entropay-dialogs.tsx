import { useRef, useState, type SubmitEvent } from 'react'

import { toErrorText } from '../../../platform/api/error-text.ts'
import { useLocaleTag, useTranslate } from '../../../platform/i18n/i18n.ts'
import { ServerFragment } from '../../../platform/server-content/server-fragment.tsx'
import { showError } from '../../../platform/toasts.ts'
import { Button, buttonClass } from '../../../ui/buttons/button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { formatMoney } from '../../../ui/money/format-money.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { cardPayment } from '../payment/card-payment.ts'

type EntropayDialogProps = {
  readonly onClose: () => void
}

/** ENTROPAY's start dialog: to its page, or another way. */
export function EntropayStartDialog(props: EntropayDialogProps & { readonly href: string }) {
  const t = useTranslate()
  const { href, onClose } = props
  return (
    <ServerFragment page="dialog_entro_start">
      {({ title, body }) => (
        <Dialog
          isOpen
          size="sm"
          title={title}
          closeLabel={t('shell.close')}
          onClose={onClose}
          actions={
            <>
              <RejectButton />
              <a href={href} className={buttonClass({ tone: 'primary' })}>
                {t('cards.entro_go')}
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

/** The shortest code that is one (spec: funding 9). */
const minCodeLength = 3

type EntropayPinDialogProps = EntropayDialogProps & {
  readonly amount: number
  readonly currency: string
  /** A code has been passed on. */
  readonly onAnswer: () => void
}

/** ENTROPAY's PIN or CVV dialog. */
export function EntropayPinDialog(props: EntropayPinDialogProps) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const { amount, currency, onClose, onAnswer } = props

  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (isSending) return
    if (code.length < minCodeLength) {
      setProblem(t('cards.fill_cvv'))
      input.current?.focus()
      return
    }
    setSending(true)
    try {
      await cardPayment.submitCode(code)
      onAnswer()
    } catch (error) {
      setProblem(toErrorText(error))
    } finally {
      setSending(false)
      setCode('')
    }
  }
  return (
    <ServerFragment page="dialog_entro_pin">
      {({ title, body }) => (
        <Dialog isOpen size="sm" title={title} closeLabel={t('shell.close')} onClose={onClose}>
          {body}
          <form noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
            <TextField
              label={t('cards.entro_code')}
              value={code}
              onChange={(typed) => {
                setProblem('')
                setCode(typed.replaceAll(/\D/g, '').slice(0, 6))
              }}
              error={problem}
              type="password"
              inputMode="numeric"
              autoComplete="off"
              dir="ltr"
              inputRef={input}
            />
            <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
              <RejectButton />
              <Button type="submit" tone="primary" isPending={isSending}>
                {t('cards.entro_send', { amount: formatMoney(amount, currency, lang, { whole: true }) })}
              </Button>
            </div>
          </form>
        </Dialog>
      )}
    </ServerFragment>
  )
}

function RejectButton() {
  const t = useTranslate()
  const [isSending, setSending] = useState(false)
  const reject = (): void => {
    setSending(true)
    cardPayment
      .cancelPayment('processor')
      .catch(showError)
      .finally(() => setSending(false))
  }
  return (
    <Button onPress={reject} isPending={isSending}>
      {t('cards.entro_reject')}
    </Button>
  )
}
