import { contactCalls } from '@tradefront/contract/contact'
import type { TextKey } from '@tradefront/texts/keys'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { output, ZodMiniType } from 'zod/mini'

/** In the order in which they stand on the screen: the first with an error gets the focus. */
export const messageFields = ['name', 'email', 'phone', 'message'] as const
export type MessageFormValues = Record<(typeof messageFields)[number], string>
export type CallbackFormValues = { phone: string }

const errorTexts: Readonly<Record<string, TextKey>> = {
  name: 'contact.name_empty',
  email: 'contact.email_invalid',
  phone: 'contact.phone_invalid',
  message: 'contact.message_empty',
}

/** Checks a form by the contract's own schema; an error is the key of what to say. */
function createResolver<F extends FieldValues, S extends ZodMiniType>(schema: S): Resolver<F, unknown, output<S>> {
  return (values) => {
    const trimmed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value).trim()]))
    const parsed = schema.safeParse(trimmed)
    if (parsed.success) return { values: parsed.data, errors: {} }
    const names = new Set(parsed.error.issues.map(({ path }) => String(path[0])))
    const errors = Object.fromEntries(
      [...names].map((name) => [name, { type: 'rule', message: errorTexts[name] ?? '' }]),
    )
    return { values: {}, errors: errors as FieldErrors<F> }
  }
}

export const messageResolver = createResolver<MessageFormValues, typeof contactCalls.sendMessage.body>(
  contactCalls.sendMessage.body,
)
export const callbackResolver = createResolver<CallbackFormValues, typeof contactCalls.requestCallback.body>(
  contactCalls.requestCallback.body,
)
