import type { ContractForm } from '../../platform/forms/use-contract-form.ts'
import { validatePhone } from './api.ts'
import type { RegistrationForm } from './registration-rules.ts'

/** Directive server-validate. If the check fails, the form can be sent (spec: funding 5). */
export async function checkPhone(form: ContractForm<RegistrationForm>, prefix: string, phone: string): Promise<void> {
  const message = await validatePhone(prefix, phone)
  // The number can have changed since.
  if (message !== null && form.getValues('phone') === phone) form.setError('phone', { type: 'server', message })
}
