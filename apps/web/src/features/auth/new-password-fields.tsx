import type { FormFieldProps } from '../../platform/forms/use-form-field.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordStrengthMeter } from './password-strength-meter.tsx'

/** `personalWords` (name, e-mail) make a password weak. */
export function NewPasswordFields(props: {
  readonly label: string
  readonly password: FormFieldProps
  readonly repeatPassword: FormFieldProps
  readonly personalWords?: readonly string[]
}) {
  const t = useTranslate()
  const { password, repeatPassword, personalWords = [] } = props
  return (
    <>
      <PasswordField
        {...password}
        label={props.label}
        help={<PasswordStrengthMeter password={password.value} personalWords={personalWords} />}
        name="new-password"
        autoComplete="new-password"
      />
      <PasswordField
        {...repeatPassword}
        label={t('auth.repeat_password')}
        name="repeat-password"
        autoComplete="new-password"
      />
    </>
  )
}
