import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextField, type TextFieldProps } from '../../ui/fields/text-field.tsx'

export function PasswordField(props: Omit<TextFieldProps, 'type' | 'suffix'>) {
  const t = useTranslate()
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      maxLength={200}
      suffix={
        <Button
          tone="plain"
          size="icon"
          onPress={() => setShown(!isShown)}
          aria-label={t(isShown ? 'auth.hide_password' : 'auth.show_password')}
          className="text-muted!"
        >
          <Icon size={18} aria-hidden />
        </Button>
      }
    />
  )
}
