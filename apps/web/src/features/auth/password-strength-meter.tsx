import { useTranslate } from '../../platform/i18n/i18n.ts'
import { cx } from '../../ui/styles/cx.ts'
import { ratePassword } from './password-strength.ts'

const words = {
  short: 'auth.strength_short',
  weak: 'auth.strength_weak',
  fair: 'auth.strength_fair',
  good: 'auth.strength_good',
} as const
const bars = { short: 0, weak: 1, fair: 2, good: 3 } as const
const tones = { short: 'bg-line', weak: 'bg-down', fair: 'bg-warn', good: 'bg-up' } as const

export function PasswordStrengthMeter({
  password,
  personalWords,
}: {
  readonly password: string
  readonly personalWords: readonly string[]
}) {
  const t = useTranslate()
  const parts = personalWords.flatMap((word) => word.split(/[@.\s]/))
  const strength = ratePassword(password, parts)
  return (
    <span className="flex items-center gap-3">
      <span aria-hidden className="flex gap-1">
        {[1, 2, 3].map((bar) => (
          <span
            key={bar}
            className={cx(
              'h-1 w-7 rounded-full transition-colors',
              bar <= bars[strength] ? tones[strength] : 'bg-line',
            )}
          />
        ))}
      </span>
      <span>{t(words[strength])}</span>
    </span>
  )
}
