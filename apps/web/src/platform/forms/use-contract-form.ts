import type { ApiCall } from '@tradefront/contract/call'
import { type SubmitEvent, useRef, useState } from 'react'
import {
  type Control,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  useForm,
  type UseFormReturn,
} from 'react-hook-form'
import type { output, ZodMiniType } from 'zod/mini'

import { ApiError } from '../api/api-error.ts'
import { toErrorText } from '../api/error-text.ts'
import { performCall } from '../api/perform-call.ts'
import type { CallInput, CallReply } from '../api/request.ts'
import { reportError } from '../telemetry/error-reports.ts'
import {
  createContractResolver,
  findField,
  type FieldErrorTexts,
  type FieldRules,
  parseBody,
} from './contract-resolver.ts'

type FormCall = ApiCall & { readonly body: ZodMiniType }
type Body<C extends FormCall> = output<C['body']>

type Outcome = { readonly kind: 'sent' | 'handled' } | { readonly kind: 'failed'; readonly error: unknown }

/** A new `count` makes screen readers announce the same text again. */
export type FormMessage = {
  readonly tone: 'success' | 'info' | 'danger'
  readonly text: string
  readonly count: number
}

export type ContractForm<Values extends FieldValues> = Pick<
  UseFormReturn<Values>,
  'getValues' | 'setValue' | 'setError' | 'clearErrors' | 'setFocus' | 'reset'
> & {
  readonly control: Control<Values>
  readonly message: FormMessage | null
  readonly showMessage: (tone: FormMessage['tone'], text: string) => void
}

export type ContractFormOptions<C extends FormCall, Values extends FieldValues, Reply> = {
  readonly defaults: Values
  /** Fields in the order of the screen. */
  readonly fields: FieldRules<Values>
  /** Builds the body. By default, texts are trimmed. */
  readonly toBody?: (values: Values) => unknown
  /** Checks rules that the schema cannot express, e.g. a repeated password. */
  readonly check?: (values: Values) => FieldErrorTexts<Values>
  /** When a field that was left once is checked again. With `onBlur`, no error is shown while the trader is still typing. */
  readonly revalidate?: 'onChange' | 'onBlur'
  /** Sends the form in place of the single call. Must throw an ApiError on failure. */
  readonly send?: (body: Body<C>, values: Values) => Promise<Reply>
  readonly onSuccess: (reply: Reply, form: ContractForm<Values>, body: Body<C>) => unknown
  /** Called with the errors, which are text keys. */
  readonly onInvalid?: (errors: readonly string[]) => void
  /** Called with an error. Return true to show nothing. */
  readonly onError?: (error: ApiError, form: ContractForm<Values>) => unknown
  /** Writes the message of a failure that belongs to no field. */
  readonly toMessage?: (error: unknown) => string
}

/**
 * Form that is validated by the call's schema: a field when it is left, unless it is empty, and all at a submit, which focuses the first
 * invalid field. It is pending until `onSuccess` has finished.
 */
export function useContractForm<const C extends FormCall, Values extends FieldValues, Reply = CallReply<C>>(
  call: C,
  options: ContractFormOptions<C, Values, Reply>,
) {
  const { defaults, fields, revalidate = 'onChange', send = defaultSend(call), toMessage = toErrorText } = options
  const hasSubmitted = useRef(false)
  const { handleSubmit, formState, ...form } = useForm<Values>({
    defaultValues: defaults as DefaultValues<Values>,
    mode: revalidate === 'onBlur' ? 'onBlur' : 'onTouched',
    reValidateMode: revalidate,
    resolver: createContractResolver(call.body, options, () => !hasSubmitted.current),
  })
  const [message, setMessage] = useState<FormMessage | null>(null)
  const isSending = useRef(false)
  const showMessage = (tone: FormMessage['tone'], text: string): void =>
    setMessage((previous) => ({ tone, text, count: (previous?.count ?? 0) + 1 }))
  const contractForm: ContractForm<Values> = { ...form, message, showMessage }

  const showError = (error: unknown): void => {
    // `reportError` ignores an ApiError, which is already shown.
    reportError(error)
    const field = error instanceof ApiError ? findField(fields, error.code) : undefined
    if (error instanceof ApiError && field !== undefined) {
      return form.setError(field, { type: 'server', message: error.code }, { shouldFocus: true })
    }
    showMessage('danger', toMessage(error))
    if (!(error instanceof ApiError)) return
    // The last focus wins, so the first field comes last.
    for (const name of (Object.keys(fields) as Path<Values>[]).toReversed()) {
      const property = Object.keys(error.fields).find((key) => findField(fields, key) === name)
      const text = property === undefined ? undefined : error.fields[property]
      if (text !== undefined) form.setError(name, { type: 'server', message: text }, { shouldFocus: true })
    }
  }
  const submit = async (values: Values): Promise<Outcome> => {
    setMessage(null)
    try {
      const body = parseBody<C['body'], Values>(call.body, options, values)
      await options.onSuccess(await send(body, values), contractForm, body)
      return { kind: 'sent' }
    } catch (error) {
      const isHandled = error instanceof ApiError && (await options.onError?.(error, contractForm)) === true
      return isHandled ? { kind: 'handled' } : { kind: 'failed', error }
    }
  }
  const finish = (outcome: Outcome | null): void => {
    isSending.current = false
    // The error is shown only now: until a submit is over, a field that loses the focus is checked, which removes the server's message.
    if (outcome?.kind === 'failed') return showError(outcome.error)
    if (outcome?.kind !== 'sent') return
    hasSubmitted.current = false
    form.reset(undefined, { keepValues: true, keepDefaultValues: true })
  }

  return {
    ...contractForm,
    isPending: formState.isSubmitting,
    onSubmit: (event: SubmitEvent): void => {
      event.preventDefault()
      if (isSending.current) return
      isSending.current = true
      hasSubmitted.current = true
      let outcome: Outcome | null = null
      const onValid = async (values: Values): Promise<void> => {
        outcome = await submit(values)
      }
      void handleSubmit(onValid, (errors) => options.onInvalid?.(listErrorKeys(errors)))().finally(() =>
        finish(outcome),
      )
    },
  }
}

function listErrorKeys(errors: FieldErrors): string[] {
  return Object.values(errors).flatMap((error) => (typeof error?.message === 'string' ? [error.message] : []))
}

function defaultSend<C extends FormCall, Reply>(call: C): (body: Body<C>) => Promise<Reply> {
  return (body) => performCall(call, { body } as CallInput<C>) as Promise<Reply>
}
