import { Banner } from '../../ui/feedback/banner.tsx'
import type { FormMessage } from './use-contract-form.ts'

export function FormBanner({
  message,
  className,
}: {
  readonly message: FormMessage | null
  readonly className?: string
}) {
  if (message === null) return null
  const { tone, text, count } = message
  return (
    <Banner key={count} tone={tone} isUrgent={tone === 'danger'} className={className}>
      {text}
    </Banner>
  )
}
