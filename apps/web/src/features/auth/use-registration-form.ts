import type { Country } from '@tradefront/contract/settings'
import { useState, type SubmitEvent } from 'react'
import { useForm, type Resolver } from 'react-hook-form'

import { ApiError } from '../../platform/api/api-error.ts'
import { showAlert } from '../../platform/dialogs.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { validatePhone } from './api.ts'
import {
  registrationFields,
  type RegistrationCheck,
  type RegistrationField,
  type RegistrationForm,
} from './validate-registration.ts'

/** Where the server's no belongs. */
const fieldByErrorCode: Readonly<Record<string, RegistrationField>> = {
  'auth.email_taken': 'login',
  'auth.country_blocked': 'country',
  'auth.phone_prefix': 'country',
  'auth.phone_unreal': 'phone',
  'auth.promo_unknown': 'promo',
}

type RegistrationReply = {
  readonly return: boolean
  readonly error?: string | undefined
  readonly message?: string | undefined
  readonly is_usa?: boolean | undefined
}

/**
 * The form of whoever opens an account: what stands against it is said at its field, the first of them gets the focus, and a
 * no of the server goes where it belongs (spec: account 5, 8). `finish` follows a yes; it gives what to show where it fails.
 */
export function useRegistrationForm<Body>(options: {
  readonly defaults: RegistrationForm
  readonly countries: readonly Country[]
  readonly validate: (form: RegistrationForm) => RegistrationCheck<Body>
  readonly send: (body: Body) => Promise<RegistrationReply>
  readonly onRegistered: (body: Body) => Promise<string | null>
}) {
  const t = useTranslate()
  const [failure, setFailure] = useState<string | null>(null)
  const getPhonePrefix = (iso: string | null): string => options.countries.find((one) => one.iso === iso)?.prefix ?? ''
  const validate = (form: RegistrationForm) => options.validate({ ...form, phone_prefix: getPhonePrefix(form.country) })
  const resolver: Resolver<RegistrationForm> = (values) => {
    const checked = validate(values)
    if (checked.isValid) return { values, errors: {} }
    const errors = Object.entries(checked.errors).map(([field, key]) => [field, { type: 'rule', message: key }])
    return { values: {}, errors: Object.fromEntries(errors) }
  }
  const { control, handleSubmit, setError, clearErrors, getValues, formState } = useForm<RegistrationForm>({
    defaultValues: options.defaults,
    resolver,
    reValidateMode: 'onChange',
  })
  const showFieldError = (field: RegistrationField, message: string): void =>
    setError(field, { type: 'server', message }, { shouldFocus: true })

  const sendRegistration = async (body: Body): Promise<void> => {
    const reply = await options.send(body)
    if (reply.is_usa === true) {
      await showAlert({
        title: t('auth.usa_title'),
        body: reply.message ?? t('auth.usa'),
        confirmLabel: t('auth.usa_close'),
      })
      return location.reload()
    }
    if (reply.return) return setFailure(await options.onRegistered(body))
    const field = fieldByErrorCode[reply.error ?? '']
    const message = reply.message ?? t('auth.server_error')
    if (field === undefined) setFailure(message)
    else showFieldError(field, message)
  }
  const submit = async (values: RegistrationForm): Promise<void> => {
    const checked = validate(values)
    if (!checked.isValid) return
    setFailure(null)
    try {
      await sendRegistration(checked.body)
    } catch (error) {
      setFailure(toErrorText(error))
      if (!(error instanceof ApiError)) return
      for (const field of registrationFields) {
        const message = error.fields[field]
        if (message !== undefined) showFieldError(field, message)
      }
    }
  }

  return {
    control,
    failure,
    isPending: formState.isSubmitting,
    onSubmit: (event: SubmitEvent): void => {
      event.preventDefault()
      void handleSubmit(submit)()
    },
    onPhoneChange: (): void => clearErrors('phone'),
    /** The directive server-validate; without an answer the form may go on, the server looks again (spec: funding 5). */
    onPhoneBlur: (prefix: string, phone: string): void => {
      void validatePhone(prefix, phone).then((message) => {
        if (message !== null && getValues('phone') === phone) setError('phone', { type: 'server', message })
      })
    },
  }
}
