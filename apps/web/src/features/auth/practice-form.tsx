import { authCalls } from '@tradefront/contract/auth'
import { useWatch } from 'react-hook-form'

import { FormBanner } from '../../platform/forms/form-banner.tsx'
import { useContractForm } from '../../platform/forms/use-contract-form.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Consents, LoginField, NewPasswordField } from './register-fields.tsx'
import { emptyRegistration, registrationFields, toPracticeBody } from './registration-rules.ts'
import { startSession } from './start-session.ts'

/** Asks only for an e-mail and a password: a real account asks for the rest. */
export function PracticeForm() {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { control, message, isPending, onSubmit } = useContractForm(authCalls.registerForPractice, {
    defaults: emptyRegistration,
    fields: registrationFields,
    toBody: toPracticeBody,
    onSuccess: (_reply, _form, { login, password }) => startSession(lang, login, password),
  })
  const personalWords = useWatch({ control, name: ['login'] })
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <FormBanner message={message} />
      <LoginField control={control} />
      <NewPasswordField control={control} personalWords={personalWords} />
      <Consents control={control} />
      <Button type="submit" tone="primary" size="lg" isWide isPending={isPending}>
        {t('auth.practice_create')}
      </Button>
    </form>
  )
}
