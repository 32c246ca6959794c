import Lightbulb from 'lucide-react/icons/lightbulb'
import { useRef, useState } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { setTipsEnabled, useTipsEnabled } from './tips.ts'

const tips = ['profile.tip_1', 'profile.tip_2', 'profile.tip_3', 'profile.tip_4', 'profile.tip_5'] as const
const dayMs = 86_400_000

export function TipCard() {
  const t = useTranslate()
  const isShown = useTipsEnabled()
  const [index, setIndex] = useState(() => Math.floor(serverNow() / dayMs))
  const place = useRef<HTMLElement>(null)
  const hide = (): void => {
    // The focused button disappears with the card.
    place.current?.closest('main')?.querySelector('h1')?.focus()
    setTipsEnabled(false)
  }
  const tip = tips[index % tips.length]
  if (!isShown || tip === undefined) return null
  return (
    <aside
      ref={place}
      aria-label={t('profile.tip_title')}
      className="flex items-start gap-3 rounded-card border border-line bg-surface p-4 sm:px-6"
    >
      <Lightbulb size={20} className="mt-px shrink-0 text-warn" aria-hidden />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="max-w-prose flex-1 basis-60" aria-live="polite">
          {t(tip)}
        </p>
        <div className="-mx-3 flex flex-wrap gap-1">
          <Button tone="plain" size="sm" onPress={() => setIndex(index + 1)}>
            {t('profile.tip_next')}
          </Button>
          <Button tone="plain" size="sm" onPress={hide}>
            {t('profile.tip_hide')}
          </Button>
        </div>
      </div>
    </aside>
  )
}
