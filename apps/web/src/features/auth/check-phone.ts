import { validationCalls } from '@tradefront/contract/validation'

import { request } from '../../platform/api/request.ts'
import type { ContractForm } from '../../platform/forms/use-contract-form.ts'
import { translate } from '../../platform/i18n/i18n.ts'
import type { RegistrationForm } from './registration-rules.ts'

/** The only prefix that is checked while typing (spec: funding 5). */
const checkedPrefix = '1'

/** Directive server-validate. If the check fails, the form can be sent (spec: funding 5). */
export async function checkPhone(form: ContractForm<RegistrationForm>, prefix: string, phone: string): Promise<void> {
  const message = await validatePhone(prefix, phone)
  // The number can have changed since.
  if (message !== null && form.getValues('phone') === phone) form.setError('phone', { type: 'server', message })
}

/** Returns an error, or null if the number is valid or the check fails. */
async function validatePhone(prefix: string, phone: string): Promise<string | null> {
  const digits = phone.replaceAll(/\D/g, '')
  if (prefix !== checkedPrefix || digits === '' || phone.trim().startsWith('+')) return null
  const reply = await request(validationCalls.validatePhone, { body: { em: `${prefix}${digits}` } }).catch(() => null)
  return reply === null || reply.return ? null : (reply.message ?? translate('auth.phone_unreal'))
}
