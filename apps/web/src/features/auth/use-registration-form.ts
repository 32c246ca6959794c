import type { Country } from '@tradefront/contract/settings'
import { useState, type SubmitEvent } from 'react'
import { useForm, type Resolver } from 'react-hook-form'

import { ApiError } from '../../platform/api/api-error.ts'
import { tell } from '../../platform/dialogs.ts'
import { errorText } from '../../platform/api/error-text.ts'
import { useTexts } from '../../platform/i18n/i18n.ts'
import { checkPhone } from './api.ts'
import {
  registrationFields,
  type EntryCheck,
  type RegistrationField,
  type RegistrationForm,
} from './validate-registration.ts'

/** Where the server's no belongs. */
const fieldOf: Readonly<Record<string, RegistrationField>> = {
  'auth.email_taken': 'login',
  'auth.country_blocked': 'country',
  'auth.phone_prefix': 'country',
  'auth.phone_unreal': 'phone',
  'auth.promo_unknown': 'promo',
}

type Answer = {
  readonly return: boolean
  readonly error?: string | undefined
  readonly message?: string | undefined
  readonly is_usa?: boolean | undefined
}

/**
 * The form of whoever opens an account: what stands against it is said at its field, the first of them gets the focus, and a
 * no of the server goes where it belongs (spec: account 5, 8). `finish` follows a yes; it gives what to show where it fails.
 */
export function useEntry<Body>(options: {
  readonly defaults: RegistrationForm
  readonly countries: readonly Country[]
  readonly check: (form: RegistrationForm) => EntryCheck<Body>
  readonly send: (body: Body) => Promise<Answer>
  readonly finish: (body: Body) => Promise<string | null>
}) {
  const t = useTexts()
  const [failure, setFailure] = useState<string | null>(null)
  const prefixOf = (iso: string | null): string => options.countries.find((one) => one.iso === iso)?.prefix ?? ''
  const check = (form: RegistrationForm) => options.check({ ...form, phone_prefix: prefixOf(form.country) })
  const resolver: Resolver<RegistrationForm> = (values) => {
    const checked = check(values)
    if (checked.isValid) return { values, errors: {} }
    const errors = Object.entries(checked.errors).map(([field, key]) => [field, { type: 'rule', message: key }])
    return { values: {}, errors: Object.fromEntries(errors) }
  }
  const { control, handleSubmit, setError, clearErrors, getValues, formState } = useForm<RegistrationForm>({
    defaultValues: options.defaults,
    resolver,
    reValidateMode: 'onChange',
  })
  const sayAt = (field: RegistrationField, message: string): void =>
    setError(field, { type: 'server', message }, { shouldFocus: true })

  const open = async (body: Body): Promise<void> => {
    const reply = await options.send(body)
    if (reply.is_usa === true) {
      await tell({ title: t('auth.usa_title'), body: reply.message ?? t('auth.usa'), yes: t('auth.usa_close') })
      return location.reload()
    }
    if (reply.return) return setFailure(await options.finish(body))
    const field = fieldOf[reply.error ?? '']
    const message = reply.message ?? t('auth.server_error')
    if (field === undefined) setFailure(message)
    else sayAt(field, message)
  }
  const submit = async (values: RegistrationForm): Promise<void> => {
    const checked = check(values)
    if (!checked.isValid) return
    setFailure(null)
    try {
      await open(checked.body)
    } catch (error) {
      setFailure(errorText(error))
      if (!(error instanceof ApiError)) return
      for (const field of registrationFields) {
        const message = error.fields[field]
        if (message !== undefined) sayAt(field, message)
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
    onPhoneTyped: (): void => clearErrors('phone'),
    /** The directive server-validate; without an answer the form may go on, the server looks again (spec: funding 5). */
    onPhoneLeft: (prefix: string, phone: string): void => {
      void checkPhone(prefix, phone).then((message) => {
        if (message !== null && getValues('phone') === phone) setError('phone', { type: 'server', message })
      })
    },
  }
}
